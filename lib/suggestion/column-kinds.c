/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "suggestion/column-kinds.h"

#include <string.h>

/* Letters of roots that may stand within a word, of words that may end another one, and of what may
 * stand behind a root at the end of a word. */
#define LONG_ROOT      6
#define LONG_HEAD      5
#define LONGEST_LISTED 63 /* of those listed */
#define LONGEST_ENDING 3

#define IDENTIFYING    DEID_ROLE_IDENTIFYING
#define QUASI          DEID_ROLE_QUASI_IDENTIFYING

const DeidKindInfo deid_kinds[] = {
  [DEID_KIND_UNKNOWN] = { "unknown", NULL, NULL, QUASI },
  [DEID_KIND_NAME] = { "names", "A", "names", IDENTIFYING },
  [DEID_KIND_CONTACT] = { "names of other persons", "A", "names", IDENTIFYING },
  [DEID_KIND_ADDRESS] = { "addresses", "B", "addresses", IDENTIFYING },
  [DEID_KIND_POSTAL_CODE] = { "postal codes", "B", "postal-codes", QUASI },
  [DEID_KIND_PLACE] = { "places; those smaller than a state are kind (B) of HIPAA's 18 identifiers",
                        NULL, NULL, QUASI },
  [DEID_KIND_SMALL_PLACE] = { "places smaller than a state", "B", "small-places", QUASI },
  [DEID_KIND_BIRTH_DATE] = { "dates of birth", "C", "birth-dates", QUASI },
  [DEID_KIND_DATE] = { "dates", "C", "dates", QUASI },
  [DEID_KIND_AGE] = { "ages", "C", "ages", QUASI },
  [DEID_KIND_TELEPHONE] = { "telephone numbers", "D", "telephone-numbers", IDENTIFYING },
  [DEID_KIND_FAX] = { "fax numbers", "E", "fax-numbers", IDENTIFYING },
  [DEID_KIND_EMAIL] = { "e-mail addresses", "F", "email-addresses", IDENTIFYING },
  [DEID_KIND_SOCIAL_SECURITY]
  = { "social security numbers", "G", "social-security-numbers", IDENTIFYING },
  [DEID_KIND_RECORD_NUMBER] = { "medical record numbers", "H", "record-numbers", IDENTIFYING },
  [DEID_KIND_HEALTH_PLAN] = { "numbers of a health plan", "I", "health-plan-numbers", IDENTIFYING },
  [DEID_KIND_ACCOUNT] = { "account numbers", "J", "account-numbers", IDENTIFYING },
  [DEID_KIND_LICENCE]
  = { "numbers of certificates or licences", "K", "licence-numbers", IDENTIFYING },
  [DEID_KIND_VEHICLE] = { "vehicle numbers", "L", "vehicle-identifiers", IDENTIFYING },
  [DEID_KIND_DEVICE] = { "device identifiers", "M", "device-identifiers", IDENTIFYING },
  [DEID_KIND_URL] = { "web addresses", "N", "web-addresses", IDENTIFYING },
  [DEID_KIND_IP_ADDRESS] = { "IP addresses", "O", "ip-addresses", IDENTIFYING },
  [DEID_KIND_BIOMETRIC] = { "biometric identifiers", "P", "biometric-identifiers", IDENTIFYING },
  [DEID_KIND_PHOTOGRAPH] = { "photographs", "Q", "photographs", IDENTIFYING },
  [DEID_KIND_IDENTIFIER] = { "identifying numbers", "R", "other-identifiers", IDENTIFYING },
  [DEID_KIND_PERSON] = { "numbers of persons", "R", "other-identifiers", IDENTIFYING },
  [DEID_KIND_FREE_TEXT] = { "free text, which may name persons", NULL, "free-texts", IDENTIFYING },
  [DEID_KIND_SEX] = { "sex or gender", NULL, NULL, QUASI },
  [DEID_KIND_ORIGIN] = { "origin or language", NULL, NULL, QUASI },
  [DEID_KIND_FAMILY] = { "family", NULL, NULL, QUASI },
  [DEID_KIND_HOUSEHOLD] = { "numbers of households", "R", "other-identifiers", IDENTIFYING },
  [DEID_KIND_EDUCATION] = { "education", NULL, NULL, QUASI },
  [DEID_KIND_OCCUPATION] = { "occupation", NULL, NULL, QUASI },
  [DEID_KIND_COVERAGE] = { "insurance", NULL, NULL, QUASI },
  [DEID_KIND_HEALTH] = { "health", NULL, NULL, DEID_ROLE_SENSITIVE },
  [DEID_KIND_MONEY] = { "money", NULL, NULL, DEID_ROLE_SENSITIVE },
  [DEID_KIND_BELIEF] = { "beliefs or opinions", NULL, NULL, DEID_ROLE_SENSITIVE },
  [DEID_KIND_PRIVATE_LIFE] = { "private life or offences", NULL, NULL, DEID_ROLE_SENSITIVE },
  [DEID_KIND_PERFORMANCE] = { "grades or conduct", NULL, NULL, DEID_ROLE_SENSITIVE },
  [DEID_KIND_MEASUREMENT] = { "measurements", NULL, NULL, DEID_ROLE_SENSITIVE },
  [DEID_KIND_UNIT] = { "units", NULL, NULL, DEID_ROLE_INSENSITIVE },
  [DEID_KIND_SURVEY_WEIGHT] = { "survey weights", NULL, NULL, DEID_ROLE_SURVEY_WEIGHT },
  [DEID_KIND_COUNT] = { "numbers of records", NULL, NULL, QUASI },
  [DEID_KIND_ONCE] = { "values of one record each", NULL, NULL, IDENTIFYING },
  [DEID_KIND_CONSTANT] = { "one value", NULL, NULL, DEID_ROLE_INSENSITIVE },
  [DEID_KIND_ENTITY] = { "persons with several records", NULL, NULL, DEID_ROLE_ENTITY },
  [DEID_KIND_REPEATED] = { "values that repeat", NULL, NULL, IDENTIFYING },
};

/* Words of names, most of them English, German, French and Spanish. The first line with one of its
 * words decides, if the values can be what it says: `patient name` is a name before it is a person.
 * A word is one of the name, or the whole name. One that ends in `*` begins at a word of the name,
 * and may go on over others; a long one may stand anywhere, and any at the end. One that begins
 * with `$` is the last word, or a long one its end, such as `site` of `test site`, which is no
 * test. One that begins with `=` is the whole name. */
static const struct
{
  DeidKind kind;
  const char *words;
} column_kinds_known[] = {
  { DEID_KIND_COUNT,
    "=n =count =counts =freq =frequency =cnt =anzahl =haufigkeit =fallzahl =faelle =falle "
    "=effectif =effectifs =nombre =frecuencia =conteo =casos =cases =ncases =npersons =persons "
    "=obs =nobs =numerosita =aantal =liczba" },
  { DEID_KIND_MONEY,
    "accountbalance* balance balances kontostand* guthaben* saldo* solde* suminsured* "
    "insuredsum*" },
  { DEID_KIND_HEALTH,
    "bodyweight* birthweight* birthwt* weightkg* weightlb* kgweight korpergewicht* "
    "koerpergewicht* geburtsgewicht* poidsnaissance*" },
  { DEID_KIND_SMALL_PLACE,
    "birthplace* placeofbirth* geburtsort* lieunaissance* lugarnacimiento* geboorteplaats* "
    "luogonascita* localnascimento* naturalidade* miejsceurodzenia* fodested* fodelseort*" },
  { DEID_KIND_ORIGIN,
    "birthcountry* countryofbirth* countrybirth geburtsland* paysnaissance* paisnacimiento*" },
  { DEID_KIND_BIRTH_DATE,
    "生年月日* 出生* рождения* fodelse* fodsel* syntyma* dogum* birth* dob bday bdate geburt* "
    "gebdat* gebjahr gebtag geb geboren naissance* nacimiento* born yob yrbirth dtnaiss "
    "datenaiss anneenaiss ddn fechanac fnac jahrgang* byear bmonth annais dnais nascita* "
    "geboorte* nascimento* dataurodzenia* rokurodzenia*" },
  { DEID_KIND_DATE, "year yr yrs years jahr annee anno ano" },
  { DEID_KIND_EMAIL, "email* mail courriel* correo*" },
  { DEID_KIND_FAX, "fax faxnumber telefax* telecopie*" },
  { DEID_KIND_TELEPHONE,
    "電話* 电话* телефон* phone* telephone* telefon* tel telno mobile handy handynummer* cell "
    "celular* portable" },
  { DEID_KIND_IP_ADDRESS, "ip ipaddress* ipadresse* ipv adresseip direccionip" },
  { DEID_KIND_URL, "url urls website* homepage* webseite* siteweb sitioweb webaddress*" },
  { DEID_KIND_SOCIAL_SECURITY,
    "ssn socialsecurity* sozialversicherung* svnr svnummer nir nss securitesociale* "
    "seguridadsocial* nino nationalinsurance* nhsnumber* nhsno tin taxid* steuerid* "
    "steuernummer* insee dni nif cpf nationalid* personnummer* bsn ahv ahvnr numsecu* secu "
    "codicefiscale* pesel burgerservice*" },
  { DEID_KIND_HEALTH_PLAN,
    "healthplan* beneficiary* beneid* membernumber* memberid policynumber* policyno policyid "
    "policyholder* versichertennummer* versichertennr versichertenid* versicherungsnummer* "
    "versicherungsnr krankenkassennummer* kvnr insurancenumber* insuranceno insuranceid "
    "numeroassure* numerobeneficiario* numeropoliza*" },
  { DEID_KIND_RECORD_NUMBER,
    "mrn medicalrecord* recordnumber* recordno recordid patientnumber* chartnumber* chartno "
    "aktenzeichen* krankenakte* fallnummer fallnr fallid casenumber* caseno caseid "
    "dossiermedical* numerodossier* nodossier iddossier historiaclinica* expediente* ipp nip "
    "iep nda nhc" },
  { DEID_KIND_ACCOUNT,
    "account accountno accountnumber* iban bic cardnumber* kontonummer* kontonr konto "
    "comptebancaire* numerocompte* cuentabancaria* numerocuenta* numerotarjeta*" },
  { DEID_KIND_VEHICLE,
    "vin vehicle vehicleid* vehicleno* vehicleregistration* licenseplate* licenceplate* plate "
    "plateno platenumber* numberplate* fahrgestell* kennzeichen* matricula*" },
  { DEID_KIND_LICENCE,
    "license licence licensenumber* licencenumber* licenseno licenceno certificate* passport* "
    "passnummer* passnr reisepass* fuhrerschein* fuehrerschein* permisconduire* passeport* "
    "pasaporte* licencia* ausweis* npi lanr" },
  { DEID_KIND_DEVICE,
    "deviceid* deviceno device serialnumber* serialno imei imsi mac macaddress* udid "
    "seriennummer* geratenummer* numeroserie* implant*" },
  { DEID_KIND_BIOMETRIC,
    "fingerprint* fingerabdruck* voiceprint* retina* biometr* empreinte* huella* genome* dna "
    "adn" },
  { DEID_KIND_PHOTOGRAPH, "photo* picture* portrait* bild foto* image imagefile*" },
  { DEID_KIND_HEALTH,
    "primarysite* tumorsite* tumoursite* bodysite* biopsysite* infectionsite* bodyregion* "
    "gestation* restinghr*" },
  { DEID_KIND_OCCUPATION,
    "paygrade* payband* payscale* paylevel* paypoint* paystep* paygroup* payclass* salarygrade* "
    "salarygroup* salaryscale* wagegroup* wageclass* jobgrade* entgeltgruppe* entgeltstufe* "
    "besoldungsgruppe* lohngruppe* tarifgruppe* gehaltsgruppe* vergutungsgruppe* dienstgrad*" },
  { DEID_KIND_PLACE,
    "$site $sites $centre $center $office $ward $unit $station $location $branch $region $area "
    "$zone $hospital $clinic $klinik $klinikum $spital $krankenhaus $zentrum $stelle $standort "
    "$filiale $niederlassung $praxis $centrum $ziekenhuis $hopital $centro $ospedale $szpital "
    "$sykehus $sjukhus $sygehus $sairaala $hastane $nemocnice $facility $institution "
    "$einrichtung $finanzamt costcode* costunit* costobject* kostentrager* kostentraeger* "
    "fachabt*" },
  { DEID_KIND_CONTACT,
    "therapeut* therapist* terapeut* krankenschwester* krankenpfleger* ansprechpartner* "
    "bezugsperson* $operateur $surgeon" },
  { DEID_KIND_COVERAGE,
    "insurance insurancetype* insurer* payer payor payertype plantype planname* "
    "healthinsurance* coverage* krankenkasse* kasse versicherung* mutuelle* assurance* seguro* "
    "insurancecompany* insurancestatus* =plan" },
  { DEID_KIND_OCCUPATION, "employer* jobtitle* jobname* jobclass*" },
  { DEID_KIND_UNKNOWN, /* names of things */
    "redcaprepeat* eventname* visitname* armname* groupname* studyname* filename* variablename* "
    "fieldname*" },
  { DEID_KIND_NAME,
    "氏名* 姓名* фамилия* имя name names firstname* lastname* surname* forename* givenname* "
    "familyname* middlename* maidenname* fullname* fname lname initials vorname* nachname* "
    "familienname* zuname nom prenom* nomfamille* nombre apellido* cognome nome achternaam "
    "voornaam apelido sobrenome nazwisko imie voorletters* tussenvoegsel* roepnaam* attending* "
    "hausarzt* medecin* huisarts* jmeno* prijmeni* soyad* validadopor* username* login nickname* "
    "screenname*" },
  { DEID_KIND_ADDRESS,
    "住所* 地址* адрес* adresa* address* street* addr strasse* str hausnummer* hausnr adresse* "
    "anschrift* "
    "rue straat* huisnummer* huisnr direccion* domicilio* calle latitude longitude lat lon lng "
    "gps coordinates* housenumber*" },
  { DEID_KIND_POSTAL_CODE,
    "郵便番号* 邮编* индекс postnummer* postnr zip zipcode* postcode* postalcode* postal plz "
    "postleitzahl* codepostal* codigopostal* kodpocztowy* cp cap pc postkod*" },
  { DEID_KIND_AGE,
    "年齢* 年龄* возраст* idade alder age ages alter lebensalter* edad ageyears* agegroup* agegrp* "
    "ageband* ageclass* agecat* altersgruppe* altersklasse* trancheage* classeage* alterskat* "
    "wiek leeftijd* eta" },
  { DEID_KIND_SEX,
    "性別* 性别* пол kon kjonn sex gender geschlecht* sexe sexo genre genero mf sesso geslacht* "
    "gesl gndr geschl gesch plec płec" },
  { DEID_KIND_PRIVATE_LIFE,
    "orientation* crime* criminal* conviction* offence* offense* arrest* vorstrafe* straftat* "
    "delito* condamnation* sexual* abuse* pregnan* schwanger* embarazo* grossesse* violence* "
    "gewalt* victim* offender* sentence* gang contracept* fertil* abort* miscarri* homeless* "
    "obdachlos*" },
  { DEID_KIND_BELIEF,
    "relig* faith denomination* confession* konfession* party vote voted voting politic* "
    "partei* union unionmember* opinion* gewerkschaft* partido* syndicat* creencia* trust "
    "trustin* satisf* zufr zufriedenheit* tevreden* nojd* zadowolen* spokojen* memnuniyet* "
    "attitude* ideolog* leftright* syndiqu* sindicat*" },
  { DEID_KIND_PERFORMANCE,
    "exam* maths math mathematics* mathe grades voto voti ocena oceny ocenka assenz* karakter* "
    "znamk* gradepoint* finalgrade* gpa mark marks score scores testscore* note noten zeugnis* "
    "abschlussnote* notendurchschnitt* punkte* rating* perf performance* leistung* bewertung* "
    "beurteilung* absence* absent* faltas absenz* attendance* fehltage* fehlzeit* fehlstunden* "
    "exclusion* suspension* expulsion* termination* terminated dismiss* kundigung* kuendigung* "
    "disciplin* warning* moyenne* nota notas notamedia* calificacion* evaluacion* sen sens "
    "sennstatus* fsm freeschoolmeal* points suspended scholarship* stipend* attrition* satmath* "
    "satverbal* satscore* frl frlstatus*" },
  { DEID_KIND_SURVEY_WEIGHT,
    "weight weights wgt wgts wt wts fnlwgt* pweight* perwt* hhwt* hhweight* personweight* pwgt* "
    "repw* bsw surveyweight* samplingweight* sampleweight* finalweight* finalwt* designweight* "
    "wtmec* wtint* pw perwgt* weegfac* weging* gewichtsfactor* analysisweight* statweight* "
    "gewicht gewichtung* hochrechnung* waga wagi vekt vikt paino vaha agirlik hrf phrf hhrf "
    "poids ponderation* pond peso pesos ponderacion* expansion* coeff coef" },
  { DEID_KIND_PERSON, "schuler schueler schulernr* schuelernr* schulernummer* schuelernummer*" },
  { DEID_KIND_EDUCATION,
    "gradelevel* yeargroup* schoolyear* schooltype* schoolname* credits credithours* ects "
    "klassenstufe*" },
  { DEID_KIND_HEALTH,
    "病名* 診断* 诊断* диагноз* medikation* lekarst* ilac* leki tani teshis* choroba* sygdom* cie "
    "cid "
    "diagnos* disease* illness* icd icdcode* proccd proccode* condition conditions drug drugs "
    "drugname* medication* medicine* treatment* therap* procedure* hiv aids symptom* morbid* "
    "disab* mental mentalhealth* krankheit* erkrankung* behandlung* medikament* rozpoznan* "
    "maladie* traitement* medicament* enfermedad* tratamiento* handicap* discapacidad* test "
    "testcode testresult* labresult* result results resultado* risultat* prueba* resultvalue* "
    "befund* drg msdrg cause causes causeofdeath* todesursache* causadeces* bmi bloodpressure* "
    "blutdruck* cholesterol* health healthstatus* generalhealth* selfhealth* selfratedhealth* "
    "gesundheit* sante salud dx dxcode diag diags dg hauptdiag* nebendiag* cpt hcpcs ops "
    "opskode* opscode* opcs snomed loinc atc atccode* ndc rx lab labs labvalue* laborwert* med "
    "meds analyte* analyt assay* specimen* sbp dbp bp systolic* diastolic* hr heartrate* pulse "
    "puls pouls rr respiratory* spo saturation* temp temperature* bodytemp* tempc fieber* "
    "fever* hba glucose* glukose* glycemi* ldl hdl chol triglycer* creatinin* kreatinin* egfr "
    "gfr hemoglobin* haemoglobin* hamoglobin* wbc rbc platelet* leuko* crp tsh psa troponin* "
    "ferritin* vitamin* viral* stage staging grade tnm histolog* topograph* morpholog* metasta* "
    "tumor* tumour* cancer* krebs* krea nd chemo* radiat* radiother* gene genes genotyp* "
    "phenotyp* mutation* variant variants allele* hgvs severity* schwere* gravite* pain "
    "painscore* schmerz* douleur* complaint* presenting* triage* acuity* vital vitalstatus* "
    "vitalstate* outcome* mortality* died dead alive deceased surviv* surv smok* tobacco* "
    "raucher* tabac* fumeur* fuma alcohol* alkohol* drink* drinker* depress* anxiety* angst "
    "stress* phq gad sleep* schlaf* steps kcal calor* exercise* allerg* asthma* diabet* "
    "hypertens* copd stroke* infarct* injur* trauma* fracture* vaccin* impf* immun* antibio* "
    "antibody* dose dosage* dosis posolog* strength* infect* covid* pcr abnormal* abn "
    "ambulatory* wheelchair* icu intensiv* ventilat* beatmung* readmi* relapse* remission* "
    "recur* adverse* toxicity* sick* krank* arbeitsunfahig* motif motifs gravida parity apgar "
    "prognos* rehab* nyha ecog karnofsky* pflegegrad* pflegestufe* wirkstoff* arznei* prozedur* "
    "substance* operation* surgery* surgical* chirurg* patholog* wellbeing* lifesat* happiness* "
    "suicid* overdose* addict* sucht* qol eq sf promis weight wt wgt poids gewicht peso waist* "
    "waistcirc* tension tensionart* biopsy* imaging* ecg ekg mri ct brca* apoe* hpo* hla snp "
    "snps kras braf karyotyp* chromosom* weightbl ae aesev aeterm aeser aedecod behinderung* "
    "bloodgroup* bloodtype* blutgruppe* groupesanguin* icdo* ccam ghm gleason* laterality* "
    "nodes nodal figo breslow* her erstatus prstatus refill* dayssupply* dayssupplied* esi "
    "oxygen* osat resprate* respirationrate* gcs glasgow* hrv vomax opioid* cannabis* cocain* "
    "sti iep icpc =dp =dr =das sjuk* uitslag* bloeddruk* rauch rauchen malatt* ziekte* "
    "invalidita* aandoening* sofa apache saps charlson* elixhauser* comorb* fumatore* roker "
    "farmac*" },
  { DEID_KIND_MONEY,
    "multa* huur* lon inkomst* wynagrodz* salar* dochod* zarob* indkomst* inntekt* tulot* "
    "prijem* maas ucret* pokuta* kazna* cezalar* default income* inc hhinc hinc salary* wage "
    "wages earning* money debt* loan* credit* bal amount amt charge charges chg* cost costs "
    "price bill billing billed pay payed paid payment* pmt limit wealth* asset* rent einkommen* "
    "gehalt* lohn* kosten* betrag* schulden* miete* revenu* salaire* dette* montant* ingreso* "
    "salario* deuda* importe* gain* capitalgain* capitalloss* premium* praemie* pramie* prime "
    "fee fees copay* coinsur* deduct* reimburs* rembours* agi tax taxes taxdue* taxable* "
    "refund* bonus bonuses turnover* umsatz* budget* expend* spending* ausgaben* vermogen* "
    "vermoegen* rente renten pension* entgelt* honorar* steuer* beitrag* erstattung* preis* "
    "prix cout couts loyer* impot* precio* coste* renta alquiler* impuesto* mortgage* eur euro "
    "euros usd dollars gbp chf netto* brutto* benefit* welfare* allowance* sozialhilfe* "
    "charity* donation* claims nclaims* claimcount* claimamount* hourlyrate* monatslohn* "
    "profit* sales tarif* dailyrate* monthlyrate* payrate* stockoption* kredit* grant grants "
    "arrear* zahlung* fine fines poverty* incdec* reddito* inkomen* stipendio* salaris* "
    "importo* euroamount*" },
  { DEID_KIND_OCCUPATION,
    "職業* 职业* профессия* profissao* yrke occupation* occ occcode job jobs profession* "
    "workclass* "
    "employment* empstat* industry* nace naics isco beruf* tatigkeit* arbeitgeber* "
    "branche* metier* emploi* ocupacion* empleo* empleador* department* abteilung* rank "
    "position employed unemployed erwerb* laborforce* labourforce* workstatus* poste beroep* "
    "occupazione* veteran* military*" },
  { DEID_KIND_EDUCATION,
    "=class classe turma turmas =klass =form classroom* homeroom* tutorgroup* formgroup* "
    "education* educ edu edlevel degree degrees school* bildung* abschluss* schul* diplome* "
    "etudes* educacion* estudios* program programme* studiengang* faculty* fakultat* major "
    "course* semester* studium* fach isced klasse bildab istruzione* opleiding* titolostudio*" },
  { DEID_KIND_FAMILY,
    "marital* marstat marst marriage* married* familienstand* family* household* hhsize hhs "
    "children* kids kinder* haushalt* etatcivil* situationfamiliale* menage* enfants* "
    "estadocivil* hogar* hijos relationship relate spouse* partner* dependents* famst "
    "civilstatus* statocivile* civilstand* burgerlijke* divorce*" },
  { DEID_KIND_ORIGIN,
    "race racea races ethnic* nationality* nationalitat* nationalite* nacionalidad* citizen* "
    "staatsangehorigkeit* staatsangehoerigkeit* staatsburger* herkunft* origin* language* "
    "sprache* langue* idioma* migration* immigr* indigenous* tribe* lang ancestry* hispanic* "
    "latino eal staatsang refugee* asylum* cittadinanza*" },
  { DEID_KIND_SMALL_PLACE,
    "kommun* city town* village* county district* municipality* residence* ort wohnort* stadt* "
    "gemeinde* kreis landkreis* ville* commune* departement* ciudad* municipio* precinct* "
    "censustract* tract fips neighborhood* neighbourhood* borough* suburb* ags comune "
    "woonplaats* gemgr" },
  { DEID_KIND_PLACE,
    "reparto* state region* province* country* bundesland* land pays pais provincia* place "
    "location* ward wards hospital* clinic* klinik* station facility* centre center canton* "
    "kanton* zone zones nuts site sites pharmacy* apotheke* pharmacie* bula provincie* "
    "servicio*" },
  { DEID_KIND_CONTACT,
    "$betreuer $betreuerin $tutor $tutorin $manager $managerin $physician $doctor $doktor "
    "$dokter $arzt $arztin $aerztin $hausarzt $facharzt $oberarzt $behandler $behandlerin "
    "$teacher $lehrer $lehrerin $lehrkraft $dozent $dozentin $docente $enseignant $enseignante "
    "$medecin $medico $medica $lekarz $hekim $huisarts $arts $begeleider $begeleidster $mentor "
    "$mentorin $supervisor $vorgesetzter $vorgesetzte $contact $kontakt $kontaktperson "
    "$sachbearbeiter $sachbearbeiterin $bearbeiter $interviewer $enqueteur $encuestador $nurse "
    "$pfleger $pflegerin $pflegekraft $hebamme $midwife $counselor $counsellor $coach $trainer "
    "$trainerin $guardian $parent $mother $father $mutter $vater $mere $pere $madre $padre $kin "
    "$angehoriger $angehorige $prescriber attending* $md $gp $pcp $clinician $consultant "
    "$provider $leiter $leiterin $anwalt $lawyer $solicitor $judge $richter $officer "
    "$caseworker $worker $carer $caregiver $opiekun $wychowawca $nauczyciel $kierownik "
    "$insegnante $maestro $maestra $profesor $profesora $responsabile $responsable $tuteur "
    "$referent $chef $chefe $boss $superviseur $ogretmen $danisman $leraar $lekare $lakare "
    "$laege $lege $laakari $ucitel $medicotratante $medecintraitant $referrer $instructor "
    "$lecturer $professor $advisor $adviser $handler $examiner $prufer $pruefer $gutachter" },
  { DEID_KIND_PERSON,
    "患者* 病人* пациент* leitor* lector* reader* passenger* patient* person* subject subjects "
    "subjid* subjectid* client* customer* respondent* respid* resp pers employee* empno empid "
    "student* matric* pupil* participant* user users userid* userno kunde* kunden* probe "
    "proband* versicherter* mitarbeiter* schuler* schueler* teilnehmer* paciente* assure member "
    "members pat pats patid* patkey* patnr patno pid pids ppid uid cid subj donor* taxpayer* "
    "applicant* bewerber* indiv individu* insuree* panelist* pseudonym* psn idpat matrikel* "
    "matnr subscriber* inmate* insured insuredid* insuredref*" },
  { DEID_KIND_HOUSEHOLD,
    "hh hhid hhno hhnr hhnum hid serial idhogar famid fid household* haushalt* menage* hogar* "
    "family* familia* foyer* hushall* huishouden* gospodarstwo*" },
  { DEID_KIND_DATE,
    "date dates dt dte datetime* day admission* admit* discharge* visit datum aufnahme* "
    "entlassung* fecha* ingresofecha* timestamp* ts time month quarter death* tod todesdatum* "
    "deces* opnamedat* ontslagdat* erhebj erhebungsjahr* overlijdensdat* monat quartal mois mes "
    "since until start end begin beginn ende onset enrol* hired hiredate*" },
  { DEID_KIND_MEASUREMENT,
    "varde* vaerdi* value values wert werte valeur valeurs valor valores measurement* measured "
    "messwert* mesure* reading readings" },
  { DEID_KIND_UNIT,
    "enhet* unit units uom einheit* unite unidad* currency wahrung* waehrung* devise moneda" },
  { DEID_KIND_IDENTIFIER, "id ids identifier* uuid guid key nummer $nummer number $number no nr "
                          "nbr num numero $card $karte kennung* identifiant* "
                          "identificador* rowid index hash token pseudo* barcode ref reference" },
  { DEID_KIND_FREE_TEXT,
    "note notes comment* remark* description* freetext* bemerkung* kommentar* notiz* anmerkung* "
    "remarque* observacion* nota notas comentario* narrative* verbatim* anamnese* epikrise* "
    "opmerking* observation* obs" },
};

#define SHARP_S 0xDF
#define DEGREE  0xB0
#define ORDINAL 0xBA

/* Takes the accent off a letter: what it is made of begins with the letter itself. */
static gunichar
name_words_get_base (gunichar c)
{
  gunichar parts[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];

  g_unichar_fully_decompose (c, FALSE, parts, G_N_ELEMENTS (parts));
  return parts[0];
}

static void
end_word (GPtrArray *words, GString *word)
{
  if (word->len > 0)
    g_ptr_array_add (words, g_strdup (word->str));
  g_string_truncate (word, 0);
}

void
deid_name_words_init (DeidNameWords *words, const char *name)
{
  GPtrArray *list = g_ptr_array_new ();
  g_autoptr (GString) word = g_string_new (NULL);
  gboolean after_lower = FALSE;

  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = name_words_get_base (g_utf8_get_char (p));
      const gboolean is_upper = g_unichar_isupper (c);

      if ((c == DEGREE || c == ORDINAL) && g_str_equal (word->str, "n"))
        {
          g_string_append_c (word, 'o'); /* N°, a number */
          continue;
        }
      if (!g_unichar_isalpha (c) || (is_upper && after_lower))
        end_word (list, word);
      if (c == SHARP_S)
        g_string_append (word, "ss");
      else if (g_unichar_isalpha (c))
        g_string_append_unichar (word, g_unichar_tolower (c));
      after_lower = g_unichar_isalpha (c) && !is_upper;
    }
  end_word (list, word);
  g_ptr_array_add (list, NULL);
  words->words = (char **) g_ptr_array_free (list, FALSE);
  words->joined = g_strjoinv (NULL, words->words);
}

void
deid_name_words_clear (DeidNameWords *words)
{
  g_clear_pointer (&words->words, g_strfreev);
  g_clear_pointer (&words->joined, g_free);
}

/* Tells whether a name has a root at the start of one of its words, from where it may go on over
 * others. Of compounds it may be the end, but for a plural, and anything if it is long. */
static gboolean
has_root (const DeidNameWords *name, const char *root)
{
  const gsize length = strlen (root);
  const char *start = name->joined;

  if ((guchar) root[0] >= 0x80 || length >= LONG_ROOT)
    return strstr (start, root) != NULL;
  for (guint i = 0; name->words[i] != NULL; start += strlen (name->words[i++]))
    {
      const char *inner = strstr (name->words[i], root);

      if (g_str_has_prefix (start, root)
          || (inner != NULL && strlen (inner) <= length + LONGEST_ENDING))
        return TRUE;
    }
  return FALSE;
}

/* Tells whether a name ends with a word; that it is a name may be said behind it. */
static gboolean
has_last (const DeidNameWords *name, const char *word)
{
  guint n = g_strv_length (name->words);

  while (n > 1 && g_str_has_prefix (name->words[n - 1], "name"))
    n--;
  return n > 0
         && (strlen (word) >= LONG_HEAD ? g_str_has_suffix (name->words[n - 1], word)
                                        : g_str_equal (name->words[n - 1], word));
}

/* Tells whether a name has a word of a list, as its sign says: `$` before the last one, `=` before
 * the whole name, `*` behind a root. */
static gboolean
is_meant (const DeidNameWords *name, char *word)
{
  const gsize length = strlen (word);

  if (word[0] == '$')
    return has_last (name, word + 1);
  if (word[0] == '=')
    return g_str_equal (word + 1, name->joined);
  if (word[length - 1] != '*')
    return g_str_equal (word, name->joined)
           || g_strv_contains ((const char *const *) name->words, word);
  word[length - 1] = '\0';
  return has_root (name, word);
}

/* The lists are long and asked of each column: their words are copied to one place. */
static gboolean
has_word (const char *list, const DeidNameWords *name)
{
  gboolean found = FALSE;

  while (!found && *list != '\0')
    {
      const gsize length = strcspn (list, " ");
      char word[LONGEST_LISTED + 1];

      g_strlcpy (word, list, MIN (length, LONGEST_LISTED) + 1);
      found = is_meant (name, word);
      list += length + strspn (list + length, " ");
    }
  return found;
}

/* The names of these are no names of persons. */
static gboolean
is_thing (DeidKind kind)
{
  return kind == DEID_KIND_CONTACT || kind == DEID_KIND_HEALTH || kind == DEID_KIND_PLACE
         || kind == DEID_KIND_SMALL_PLACE || kind == DEID_KIND_EDUCATION
         || kind == DEID_KIND_OCCUPATION;
}

DeidKind
deid_kind_from_name (const char *name, DeidKindFilter filter, gpointer data)
{
  DeidNameWords words;
  DeidKind kind = DEID_KIND_UNKNOWN;
  gboolean is_found = FALSE;

  deid_name_words_init (&words, name);
  for (gsize i = 0; !is_found && i < G_N_ELEMENTS (column_kinds_known); i++)
    {
      const DeidKind known = column_kinds_known[i].kind;

      if ((kind == DEID_KIND_NAME && !is_thing (known))
          || !has_word (column_kinds_known[i].words, &words)
          || (filter != NULL && !filter (known, data)))
        continue;
      kind = known;
      is_found = kind != DEID_KIND_NAME || words.words[0] == NULL;
    }
  deid_name_words_clear (&words);
  return kind;
}

gboolean
deid_kind_is_named (DeidKind kind, const char *name)
{
  DeidNameWords words;
  gboolean is_named = FALSE;

  deid_name_words_init (&words, name);
  for (gsize i = 0; !is_named && i < G_N_ELEMENTS (column_kinds_known); i++)
    is_named = column_kinds_known[i].kind == kind && has_word (column_kinds_known[i].words, &words);
  deid_name_words_clear (&words);
  return is_named;
}

DeidKind
deid_kind_from_identifier (const char *identifier)
{
  for (gsize kind = 0; kind < G_N_ELEMENTS (deid_kinds); kind++)
    if (g_strcmp0 (deid_kinds[kind].identifier, identifier) == 0)
      return (DeidKind) kind;
  return DEID_KIND_UNKNOWN;
}
