/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "suggestion/column-kinds.h"

#include <string.h>

#include "suggestion/name-words.h"

/* Up to FEW_VALUES values on many records may be kinds of things, such as wards; more than
 * MANY_VALUES hardly are. */
#define COLUMN_KINDS_FEW_VALUES 20
#define MANY_VALUES             100

static const struct
{
  const char *text;
  const char *hipaa;
  const char *identifier;
  DeidRole role;
} column_kinds_kinds[] = {
  [DEID_KIND_UNKNOWN] = { "unknown", NULL, NULL, DEID_ROLE_QUASI_IDENTIFYING },
  [DEID_KIND_NAME] = { "names", "A", "names", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_ADDRESS] = { "addresses", "B", "addresses", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_POSTAL_CODE] = { "postal codes", "B", "postal-codes", DEID_ROLE_QUASI_IDENTIFYING },
  [DEID_KIND_PLACE] = { "places; those smaller than a state are kind (B) of HIPAA's 18 identifiers",
                        NULL, NULL, DEID_ROLE_QUASI_IDENTIFYING },
  [DEID_KIND_SMALL_PLACE]
  = { "places smaller than a state", "B", "small-places", DEID_ROLE_QUASI_IDENTIFYING },
  [DEID_KIND_BIRTH_DATE] = { "dates of birth", "C", "birth-dates", DEID_ROLE_QUASI_IDENTIFYING },
  [DEID_KIND_DATE] = { "dates", "C", "dates", DEID_ROLE_QUASI_IDENTIFYING },
  [DEID_KIND_AGE] = { "ages", "C", "ages", DEID_ROLE_QUASI_IDENTIFYING },
  [DEID_KIND_TELEPHONE] = { "telephone numbers", "D", "telephone-numbers", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_FAX] = { "fax numbers", "E", "fax-numbers", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_EMAIL] = { "e-mail addresses", "F", "email-addresses", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_SOCIAL_SECURITY]
  = { "social security numbers", "G", "social-security-numbers", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_RECORD_NUMBER]
  = { "medical record numbers", "H", "record-numbers", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_HEALTH_PLAN]
  = { "numbers of a health plan", "I", "health-plan-numbers", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_ACCOUNT] = { "account numbers", "J", "account-numbers", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_LICENCE]
  = { "numbers of certificates or licences", "K", "licence-numbers", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_VEHICLE] = { "vehicle numbers", "L", "vehicle-identifiers", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_DEVICE] = { "device identifiers", "M", "device-identifiers", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_URL] = { "web addresses", "N", "web-addresses", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_IP_ADDRESS] = { "IP addresses", "O", "ip-addresses", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_BIOMETRIC]
  = { "biometric identifiers", "P", "biometric-identifiers", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_PHOTOGRAPH] = { "photographs", "Q", "photographs", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_IDENTIFIER]
  = { "identifying numbers", "R", "other-identifiers", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_PERSON] = { "numbers of persons", "R", "other-identifiers", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_FREE_TEXT]
  = { "free text, which may name persons", NULL, "free-texts", DEID_ROLE_IDENTIFYING },
  [DEID_KIND_SEX] = { "sex or gender", NULL, NULL, DEID_ROLE_QUASI_IDENTIFYING },
  [DEID_KIND_ORIGIN] = { "origin or language", NULL, NULL, DEID_ROLE_QUASI_IDENTIFYING },
  [DEID_KIND_FAMILY] = { "family", NULL, NULL, DEID_ROLE_QUASI_IDENTIFYING },
  [DEID_KIND_EDUCATION] = { "education", NULL, NULL, DEID_ROLE_QUASI_IDENTIFYING },
  [DEID_KIND_OCCUPATION] = { "occupation", NULL, NULL, DEID_ROLE_QUASI_IDENTIFYING },
  [DEID_KIND_HEALTH] = { "health", NULL, NULL, DEID_ROLE_SENSITIVE },
  [DEID_KIND_MONEY] = { "money", NULL, NULL, DEID_ROLE_SENSITIVE },
  [DEID_KIND_BELIEF] = { "beliefs or opinions", NULL, NULL, DEID_ROLE_SENSITIVE },
  [DEID_KIND_PRIVATE_LIFE] = { "private life or offences", NULL, NULL, DEID_ROLE_SENSITIVE },
  [DEID_KIND_SURVEY_WEIGHT] = { "survey weights", NULL, NULL, DEID_ROLE_SURVEY_WEIGHT },
};

/* Words of names, English, German, French and Spanish. The first line with one of its words
 * decides: `patient name` is a name before it is a person. A word is one of the name, or the whole
 * name; one that ends in `*` is looked for anywhere in the name. */
static const struct
{
  DeidKind kind;
  const char *words;
} column_kinds_known[] = {
  { DEID_KIND_EMAIL, "email* mail emailaddress courriel* correo*" },
  { DEID_KIND_FAX, "fax faxnumber telefax* telecopie*" },
  { DEID_KIND_TELEPHONE,
    "phone* telephone* telefon* tel telno mobile mobiltelefon* handy handynummer* cell celular* "
    "portable" },
  { DEID_KIND_IP_ADDRESS, "ip ipaddress* ipadresse* ipv adresseip direccionip" },
  { DEID_KIND_URL, "url urls website* homepage* webseite* siteweb sitioweb webaddress*" },
  { DEID_KIND_SOCIAL_SECURITY, "ssn socialsecurity* sozialversicherung* svnr svnummer nir nss "
                               "securitesociale* seguridadsocial* nino nationalinsurance*" },
  { DEID_KIND_HEALTH_PLAN, "healthplan* beneficiary* membernumber* memberid policynumber* "
                           "versichertennummer* versicherungsnummer* krankenkassennummer* "
                           "insurancenumber* insuranceid numeroassure* numerobeneficiario*" },
  { DEID_KIND_RECORD_NUMBER, "mrn medicalrecord* recordnumber* recordno recordid patientnumber* "
                             "chartnumber* aktenzeichen* krankenakte* fallnummer fallnr "
                             "dossiermedical* numerodossier* historiaclinica* expediente*" },
  { DEID_KIND_ACCOUNT, "account accountno accountnumber* iban bic cardnumber* creditcardnumber* "
                       "kontonummer* kontonr konto comptebancaire* numerocompte* cuentabancaria* "
                       "numerocuenta* numerotarjeta*" },
  { DEID_KIND_VEHICLE, "vin vehicle* licenseplate* licenceplate* plate platenumber* "
                       "fahrgestell* kennzeichen* immatriculation* matricula*" },
  { DEID_KIND_LICENCE, "license licence licensenumber* licencenumber* certificate* passport* "
                       "passnummer* reisepass* fuhrerschein* fuehrerschein* permisconduire* "
                       "passeport* pasaporte* licencia* ausweis*" },
  { DEID_KIND_DEVICE, "deviceid* device serialnumber* serialno imei imsi mac macaddress* udid "
                      "seriennummer* geratenummer* numeroserie* implant*" },
  { DEID_KIND_BIOMETRIC, "fingerprint* fingerabdruck* voiceprint* retina* biometric* biometr* "
                         "empreinte* huella* genome* dna adn" },
  { DEID_KIND_PHOTOGRAPH, "photo* picture* portrait* bild foto* image imagefile*" },
  { DEID_KIND_SMALL_PLACE, "birthplace* placeofbirth* geburtsort* lieunaissance* "
                           "lugarnacimiento*" },
  { DEID_KIND_BIRTH_DATE, "birth* dob bday geburt* geburtsdatum* gebdat naissance* nacimiento* "
                          "born" },
  { DEID_KIND_NAME, "name names firstname* lastname* surname* forename* givenname* familyname* "
                    "middlename* maidenname* fullname* initials vorname* nachname* familienname* "
                    "nom prenom* nomfamille* nombre apellido* apellidos" },
  { DEID_KIND_ADDRESS, "address* street* addr strasse* hausnummer* adresse* anschrift* rue "
                       "direccion* domicilio* calle latitude longitude lat lon lng gps "
                       "coordinates* housenumber*" },
  { DEID_KIND_POSTAL_CODE, "zip zipcode* postcode* postalcode* postal plz postleitzahl* "
                           "codepostal* codigopostal* cp" },
  { DEID_KIND_AGE, "age ages alter lebensalter* edad ageyears agegroup*" },
  { DEID_KIND_SEX, "sex gender geschlecht* sexe sexo genre genero" },
  { DEID_KIND_PRIVATE_LIFE, "orientation* crime* criminal* conviction* offence* offense* arrest* "
                            "vorstrafe* straftat* delito* condamnation* sexual* abuse* "
                            "pregnan* schwanger* embarazo*" },
  { DEID_KIND_BELIEF, "religion* religious* faith denomination* confession* konfession* "
                      "party vote political* politic* partei* union unionmember* opinion* "
                      "gewerkschaft* partido* syndicat* creencia*" },
  { DEID_KIND_HEALTH, "diagnos* disease* illness* icd icdcode* condition drug drugs drugname* "
                      "medication* medicine* treatment* therapy* procedure* hiv aids symptom* "
                      "comorbidit* disabilit* mental* krankheit* erkrankung* behandlung* "
                      "medikament* maladie* traitement* medicament* enfermedad* diagnostic* "
                      "tratamiento* handicap* discapacidad* test testresult* labresult* result "
                      "befund* drg cause causeofdeath* bmi bloodpressure* cholesterol*" },
  { DEID_KIND_SURVEY_WEIGHT, "fnlwgt* pweight* perwt* hhwt* surveyweight* samplingweight* "
                             "sampleweight* finalweight* designweight* hochrechnungsfaktor*" },
  { DEID_KIND_MONEY,
    "default income* salary* wage wages earning* earnings money debt* loan* credit* "
    "balance bal amount amt charge charges cost costs price bill billing pay "
    "payment* limit wealth* asset* rent einkommen* gehalt* lohn* kosten* betrag* "
    "schulden* miete* revenu* salaire* dette* montant* ingreso* ingresos* "
    "salario* deuda* importe* gain* capitalgain* capitalloss*" },
  { DEID_KIND_OCCUPATION, "occupation* job jobs jobtitle* profession* workclass* employer* "
                          "employment* industry* beruf* tatigkeit* arbeitgeber* metier* emploi* "
                          "ocupacion* empleo* empleador*" },
  { DEID_KIND_EDUCATION, "education* educ degree school* schooling* bildung* abschluss* schul* "
                         "diplome* etudes* educacion* estudios*" },
  { DEID_KIND_FAMILY, "marital* marstat marriage* married* familienstand* family* household* "
                      "children* kinder* haushalt* etatcivil* situationfamiliale* menage* enfants* "
                      "estadocivil* hogar* hijos relationship spouse*" },
  { DEID_KIND_ORIGIN,
    "race racea races ethnic* nationality* nationalite* nacionalidad* citizenship* citizen* "
    "staatsangehorigkeit* staatsangehoerigkeit* herkunft* origin* language* "
    "sprache* langue* idioma* muttersprache*" },
  { DEID_KIND_SMALL_PLACE, "city town* village* county district* municipality* residence* ort "
                           "wohnort* stadt* gemeinde* kreis landkreis* ville* commune* "
                           "departement* ciudad* municipio* precinct* censustract* neighborhood* "
                           "neighbourhood*" },
  { DEID_KIND_PLACE, "state region* province* country* nativecountry* bundesland* land pays pais "
                     "provincia* place location ward hospital* clinic*" },
  { DEID_KIND_PERSON, "patient* person* subject* client* customer* respondent* employee* student* "
                      "participant* kunde* kunden* probe proband* versicherter* mitarbeiter* "
                      "paciente* cliente* assure member" },
  { DEID_KIND_DATE,
    "date dates datetime* day admission* discharge* visit datum aufnahme* entlassung* "
    "fecha* ingresofecha* timestamp* time year month quarter death* tod "
    "todesdatum* deces* jahr monat quartal annee* mois ano mes" },
  { DEID_KIND_IDENTIFIER,
    "id ids identifier* uuid guid key nummer number no nr num numero kennung* "
    "identifiant* identificador* rowid index" },
  { DEID_KIND_FREE_TEXT, "note notes comment* remark* description* freetext* bemerkung* kommentar* "
                         "notiz* anmerkung* remarque* commentaire* observacion* nota notas "
                         "comentario*" },
};

static gboolean
has_word (const char *list, const DeidNameWords *name)
{
  g_auto (GStrv) words = g_strsplit (list, " ", -1);
  gboolean found = FALSE;

  for (guint i = 0; !found && words[i] != NULL; i++)
    {
      if (g_str_has_suffix (words[i], "*"))
        {
          words[i][strlen (words[i]) - 1] = '\0';
          found = strstr (name->joined, words[i]) != NULL;
        }
      else
        found = g_str_equal (words[i], name->joined)
                || g_strv_contains ((const char *const *) name->words, words[i]);
    }
  return found;
}

/* The names of these are no names of persons. */
static gboolean
is_thing (DeidKind kind)
{
  return kind == DEID_KIND_HEALTH || kind == DEID_KIND_PLACE || kind == DEID_KIND_SMALL_PLACE;
}

static DeidKind
column_kinds_find_kind (const DeidNameWords *words, gboolean of_things)
{
  for (gsize i = 0; i < G_N_ELEMENTS (column_kinds_known); i++)
    if ((!of_things || is_thing (column_kinds_known[i].kind))
        && has_word (column_kinds_known[i].words, words))
      return column_kinds_known[i].kind;
  return DEID_KIND_UNKNOWN;
}

DeidKind
deid_kind_from_name (const char *name)
{
  DeidNameWords words;
  DeidKind kind, thing;

  deid_name_words_init (&words, name);
  kind = column_kinds_find_kind (&words, FALSE);
  thing = kind == DEID_KIND_NAME && words.words[0] != NULL ? column_kinds_find_kind (&words, TRUE)
                                                           : DEID_KIND_UNKNOWN;
  if (thing != DEID_KIND_UNKNOWN)
    kind = thing;
  deid_name_words_clear (&words);
  return kind;
}

const char *
deid_kind_get_text (DeidKind kind)
{
  return column_kinds_kinds[kind].text;
}

const char *
deid_kind_get_hipaa (DeidKind kind)
{
  return column_kinds_kinds[kind].hipaa;
}

const char *
deid_kind_get_identifier (DeidKind kind)
{
  return column_kinds_kinds[kind].identifier;
}

DeidKind
deid_kind_from_identifier (const char *identifier)
{
  for (gsize kind = 0; kind < G_N_ELEMENTS (column_kinds_kinds); kind++)
    if (g_strcmp0 (column_kinds_kinds[kind].identifier, identifier) == 0)
      return (DeidKind) kind;
  return DEID_KIND_UNKNOWN;
}

DeidRole
deid_kind_get_role (DeidKind kind)
{
  return column_kinds_kinds[kind].role;
}

/* Numbers of things are few values of many records; numbers of persons hardly ever. What only might
 * be a number of persons has to look like one. */
gboolean
deid_kind_may_mark_persons (DeidKind kind, guint64 n_distinct, guint64 n_records)
{
  if (n_distinct < 2 || n_distinct >= n_records)
    return FALSE;
  switch (kind)
    {
    case DEID_KIND_PERSON:
    case DEID_KIND_RECORD_NUMBER:
    case DEID_KIND_SOCIAL_SECURITY:
    case DEID_KIND_HEALTH_PLAN:
    case DEID_KIND_ACCOUNT:
    case DEID_KIND_LICENCE:
    case DEID_KIND_EMAIL:
    case DEID_KIND_TELEPHONE:
      return n_distinct > COLUMN_KINDS_FEW_VALUES || 10 * n_distinct > n_records;
    case DEID_KIND_IDENTIFIER:
      return n_distinct > MANY_VALUES || 2 * n_distinct >= n_records;
    case DEID_KIND_UNKNOWN:
    case DEID_KIND_NAME:
    case DEID_KIND_ADDRESS:
      return 2 * n_distinct >= n_records
             || (n_distinct > MANY_VALUES && 10 * n_distinct >= n_records);
    default:
      return FALSE;
    }
}
