# SPDX-License-Identifier: LGPL-2.1-or-later
"""Tables of many fields, drawn at random from fixed seeds, with the role that a person would give to each column.

A role is a letter: identifying, quasi-identifying, sensitive, insensitive (n), entity, survey weight (W). Where
people would disagree, each of several letters is right.
"""
import datetime
import random

DAY = datetime.timedelta(days=1)
FIRST = 'Ann Ben Carla Dan Eve Finn Gina Hugo Ida Jon Kim Lea Max Nora Otto Pia Ray Sue Tom Uma'.split()
LAST = 'Smith Jones Meyer Dupont Garcia Novak Rossi Jensen Kowalski Weber Martin Brown Silva Young'.split()
ICD = 'I10 E11.9 I21.4 J45.0 C50.9 F32.1 K35.8 M54.5 N39.0 O80 A09 S72.0 J18.9 I50.1 E78.5'.split()


class Draw:
    """Random values that do not depend on the version of Python."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def number(self, first, last):
        return first + int(self.random() * (last - first + 1))

    def one(self, values):
        return values[int(self.random() * len(values))]

    def often(self, values):
        """The first ones are more frequent."""
        return values[int(self.random() ** 2 * len(values))]

    def normal(self, mean, deviation):
        return mean + deviation * (sum(self.random() for _ in range(12)) - 6)

    def decimal(self, mean, deviation, digits=1):
        return f'{abs(self.normal(mean, deviation)):.{digits}f}'

    def day(self, first, last, form='%Y-%m-%d'):
        start, end = datetime.date(first, 1, 1), datetime.date(last, 12, 31)
        return (start + DAY * self.number(0, (end - start).days)).strftime(form)

    def digits(self, n):
        return ''.join(str(self.number(0, 9)) for _ in range(n))

    def distinct(self, n, make):
        values = {}
        while len(values) < n:
            values[make()] = None
        return list(values)


def spread(draw, n_rows, persons):
    """Rows of persons, some of whom have several, one after another."""
    rows = list(persons) + [draw.often(persons) for _ in range(n_rows - len(persons))]
    return sorted(rows, key=persons.index)


def flat(draw, n, *columns):
    """Columns of one record each: a function or a list of values makes them."""
    return [(name, role, [make() if callable(make) else str(make[i]) for i in range(n)])
            for name, role, make in columns]


def of_persons(draw, n_persons, n_rows, key, fixed, varying):
    """Columns of persons, whose fixed values are the same in all of their rows."""
    keys = draw.distinct(n_persons, key[2])
    made = {k: [make() for _, _, make in fixed] for k in keys}
    rows = spread(draw, n_rows, keys)
    columns = [(key[0], key[1], rows)]
    columns += [(name, role, [made[k][i] for k in rows]) for i, (name, role, _) in enumerate(fixed)]
    return columns + [(name, role, [make() for _ in rows]) for name, role, make in varying]


def hospital(d):
    return ',', of_persons(
        d, 260, 400, ('mrn', 'e', lambda: d.digits(8)),
        [('birth_dt', 'q', lambda: d.day(1930, 2005)), ('sex', 'q', lambda: d.one('MF')),
         ('race', 'q', lambda: d.often(['White', 'Black', 'Asian', 'Other'])),
         ('zip', 'q', lambda: d.often(['02139', '02138', '02141', '10027', '60615', '94110', '73301', '33101', '98101']))],
        [('adm_date', 'q', lambda: d.day(2022, 2022)), ('los', 'qns', lambda: str(d.number(1, 30))),
         ('payer', 'qns', lambda: d.often(['Medicare', 'Private', 'Medicaid', 'Self-pay'])),
         ('prim_dx', 's', lambda: d.often(ICD)), ('sec_dx', 's', lambda: d.often(ICD)),
         ('drg_code', 's', lambda: str(d.often([291, 470, 871, 765, 194, 392]))),
         ('tot_chg', 's', lambda: str(d.number(800, 90000)))])


def course(d):
    n = 320
    return ';', flat(
        d, n, ('matricNo', 'i', d.distinct(n, lambda: 'S' + d.digits(6))), ('firstName', 'i', lambda: d.one(FIRST)),
        ('surname', 'i', lambda: d.one(LAST)),
        ('uniMail', 'i', d.distinct(n, lambda: f'{d.one(FIRST)}.{d.digits(3)}@uni.example'.lower())),
        ('gender', 'q', lambda: d.often(['female', 'male', 'diverse'])),
        ('yearOfBirth', 'q', lambda: str(d.number(1988, 2005))),
        ('degreeProgramme', 'q', lambda: d.often(['BSc Biology', 'BA History', 'MSc Physics', 'BSc Maths'])),
        ('nationality', 'q', lambda: d.often(['DE', 'FR', 'IT', 'PL', 'TR', 'CN'])),
        ('semester', 'qn', lambda: str(d.number(1, 12))), ('examGrade', 's', lambda: d.decimal(2.5, 0.7)),
        ('gpa', 's', lambda: d.decimal(2.8, 0.5, 2)), ('attempts', 'nsq', lambda: str(d.often([1, 2, 3]))))


def survey(d):
    n = 500
    return ',', flat(
        d, n, ('RESPID', 'i', range(10001, 10001 + n)), ('WGT', 'W', lambda: d.decimal(1.2, 0.3, 4)),
        ('AGE_GRP', 'q', lambda: d.one(['18-29', '30-44', '45-59', '60-74', '75+'])),
        ('SEX', 'q', lambda: d.one('12')), ('REGION', 'q', lambda: d.one(['North', 'South', 'East', 'West'])),
        ('EDUC', 'q', lambda: str(d.number(1, 7))), ('HHSIZE', 'q', lambda: str(d.often([2, 1, 3, 4, 5, 6]))),
        ('URBAN', 'q', lambda: d.one('01')), ('INC_BAND', 's', lambda: str(d.number(1, 10))),
        ('RELIG', 's', lambda: d.often(['none', 'catholic', 'protestant', 'muslim', 'jewish'])),
        ('VOTE_2021', 's', lambda: d.often(['A', 'B', 'C', 'D', 'did not vote'])),
        ('LIFESAT', 'snq', lambda: str(d.number(0, 10))), ('HEALTH', 's', lambda: str(d.number(1, 5))))


def claims(d):
    return '|', of_persons(
        d, 300, 700, ('MEMBER_ID', 'e', lambda: 'M' + d.digits(9)),
        [('YoB', 'q', lambda: str(d.number(1935, 2015))), ('GENDER_CD', 'q', lambda: d.one('MFU')),
         ('ZIP3', 'q', lambda: d.often(['021', '100', '606', '941', '733']))],
        [('CLAIM_NBR', 'i', iter(d.distinct(700, lambda: d.digits(11))).__next__), ('SVC_DT', 'q', lambda: d.day(2021, 2022)),
         ('CPT_CD', 's', lambda: d.often(['99213', '99214', '93000', '80053', '71046', '36415', '85025', '99203', '97110'])),
         ('DIAG1_CD', 's', lambda: d.often(ICD)),
         ('PROV_NPI', 'iq', lambda: d.often(['1234567893', '1245319599', '1679576722', '1003000126'])),
         ('PLAN_TYPE', 'qns', lambda: d.often(['HMO', 'PPO', 'EPO'])),
         ('PAID_AMT', 's', lambda: d.decimal(250, 60, 2)), ('COPAY', 's', lambda: str(d.often([0, 20, 35, 50])))])


def laboratory(d):
    tests = {'GLU': 'mg/dL', 'HBA1C': '%', 'CREA': 'mg/dL', 'NA': 'mmol/L', 'TSH': 'mIU/L'}
    columns = of_persons(
        d, 200, 900, ('sd_pat_id', 'e', lambda: 'P' + d.digits(5)),
        [('pat_sex', 'q', lambda: d.one(['f', 'm'])), ('pat_age', 'q', lambda: str(d.number(1, 96)))],
        [('sample_no', 'i', iter(d.distinct(900, lambda: 'L' + d.digits(7))).__next__),
         ('collected_at', 'q', lambda: d.day(2023, 2023) + f'T{d.number(0, 23):02}:{d.number(0, 59):02}:00'),
         ('ward', 'q', lambda: d.one(['A1', 'A2', 'B1', 'ICU'])), ('test_code', 'sn', lambda: d.one(list(tests))),
         ('result_value', 's', lambda: d.decimal(80, 20, 2))])
    return ',', columns + [('unit', 'nqs', [tests[t] for t in columns[6][2]]), ('abn_flag', 'sn', [d.often(['N', 'H', 'L']) for _ in columns[0][2]])]


def household(d):
    rows = [(h, p) for h in range(1, 161) for p in range(1, d.number(1, 5) + 1)]
    fixed = {h: (d.one(['owner', 'tenant', 'free']), d.one(['R1', 'R2', 'R3', 'R4']), str(d.number(1, 8)), d.decimal(300, 40, 2))
             for h in range(1, 161)}
    n = len(rows)
    return ',', flat(
        d, n, ('hh', 'ie', [str(100000 + h * 17) for h, _ in rows]), ('pid', 'i', [f'{100000 + h * 17}{p:02}' for h, p in rows]),
        ('relate', 'q', [['head', 'spouse', 'child', 'child', 'other'][p - 1] for _, p in rows]),
        ('age', 'q', lambda: str(d.number(0, 95))), ('sex', 'q', lambda: d.one('12')),
        ('marst', 'q', lambda: d.often(['married', 'single', 'widowed', 'divorced'])),
        ('empstat', 'q', lambda: d.often(['employed', 'unemployed', 'inactive', 'student'])),
        ('tenure', 'qns', [fixed[h][0] for h, _ in rows]), ('strata', 'qn', [fixed[h][1] for h, _ in rows]),
        ('rooms', 'qn', [fixed[h][2] for h, _ in rows]), ('weight', 'W', [fixed[h][3] for h, _ in rows]),
        ('hhinc', 's', lambda: str(d.number(0, 120) * 500)))


def longitudinal(d):
    persons = d.distinct(150, lambda: d.digits(6))
    fixed = {p: (d.one('12'), d.day(1940, 1990), d.one(['de', 'fr', 'en'])) for p in persons}
    rows = [(p, w) for p in persons for w in range(1, 5) if w == 1 or d.random() < 0.8]
    return ',', flat(
        d, len(rows), ('V1', 'e', [p for p, _ in rows]), ('V2', 'qn', [w for _, w in rows]),
        ('V3', 'q', [fixed[p][0] for p, _ in rows]), ('V4', 'q', [fixed[p][1] for p, _ in rows]),
        ('V5', 'q', [fixed[p][2] for p, _ in rows]), ('interview_date', 'q', [f'{2010 + w}-{d.number(1, 12):02}-{d.number(1, 28):02}' for _, w in rows]),
        ('bmi', 's', lambda: d.decimal(26, 3)), ('sbp', 's', lambda: str(d.number(95, 190))),
        ('smoker', 'sq', lambda: d.one(['yes', 'no', 'former'])), ('depression_score', 's', lambda: str(d.number(0, 27))))


def german(d):
    n = 420
    return ';', flat(
        d, n, ('Fallnummer', 'i', range(900001, 900001 + n)), ('Nachname', 'i', lambda: d.one(LAST)),
        ('Geschlecht', 'q', lambda: d.often(['w', 'm', 'd'])), ('GebDatum', 'q', lambda: d.day(1928, 2010, '%d.%m.%Y')),
        ('PLZ', 'q', lambda: d.often(['01067', '10115', '20095', '50667', '80331', '99084', '04109', '70173', '60311', '30159'])),
        ('Aufnahmedatum', 'q', lambda: d.day(2022, 2023, '%d.%m.%Y')), ('Verweildauer', 'qns', lambda: str(d.number(1, 40))),
        ('Fachabteilung', 'qns', lambda: d.often(['Innere', 'Chirurgie', 'Neurologie', 'Gynäkologie'])),
        ('Hauptdiagnose', 's', lambda: d.often(ICD)), ('OPS', 's', lambda: d.often(['5-820', '5-470', '1-632', '8-854', '9-261'])),
        ('Staatsangehörigkeit', 'q', lambda: d.often(['deutsch', 'türkisch', 'polnisch', 'syrisch'])),
        ('Krankenkasse', 'qns', lambda: d.often(['AOK', 'TK', 'BARMER', 'privat'])), ('Entgelt', 's', lambda: str(d.number(500, 30000))))


def french(d):
    n = 380
    return ';', flat(
        d, n, ('numéro_dossier', 'i', d.distinct(n, lambda: 'D' + d.digits(7))), ('nom', 'i', lambda: d.one(LAST)),
        ('prénom', 'i', lambda: d.one(FIRST)), ('date_naissance', 'q', lambda: d.day(1930, 2015, '%d/%m/%Y')),
        ('sexe', 'q', lambda: d.one('HF')), ('code_postal', 'q', lambda: d.often(['75011', '69003', '13001', '31000', '44000', '59000', '33000', '67000', '35000'])),
        ('commune', 'q', lambda: d.often(['Paris', 'Lyon', 'Marseille', 'Toulouse', 'Nantes'])),
        ('date_entrée', 'q', lambda: d.day(2022, 2022, '%d/%m/%Y')), ('durée_séjour', 'qns', lambda: str(d.number(1, 25))),
        ('motif', 'sq', lambda: d.often(['chute', 'fièvre', 'douleur', 'accouchement'])), ('traitement', 's', lambda: d.often(['aucun', 'chirurgie', 'antibiotiques'])),
        ('profession', 'q', lambda: d.often(['ouvrier', 'cadre', 'employé', 'retraité'])),
        ('situation_familiale', 'q', lambda: d.often(['marié', 'célibataire', 'divorcé', 'veuf'])), ('montant_remboursé', 's', lambda: d.decimal(400, 90, 2)))


def us_export(d):
    n = 360
    return ',', flat(
        d, n, ('Patient Name', 'i', lambda: f'{d.one(LAST)} {d.one(FIRST)}'), ('SSN', 'i', d.distinct(n, lambda: f'{d.digits(3)}-{d.digits(2)}-{d.digits(4)}')),
        ('DOB', 'q', lambda: d.day(1932, 2012, '%m/%d/%Y')), ('Phone', 'i', d.distinct(n, lambda: f'({d.digits(3)}) 555-{d.digits(4)}')),
        ('Street Address', 'i', lambda: f'{d.number(1, 999)} {d.one(LAST)} St'), ('City', 'q', lambda: d.often(['Boston', 'Austin', 'Chicago', 'Denver'])),
        ('State', 'q', lambda: d.often(['MA', 'TX', 'IL', 'CO'])), ('ZIP Code', 'q', lambda: d.often(['02139', '78701', '60615', '80202', '02118', '73301', '60601', '80014'])),
        ('Admit Date', 'q', lambda: d.day(2021, 2022, '%m/%d/%Y')), ('Primary Dx', 's', lambda: d.often(ICD)),
        ('Race/Ethnicity', 'q', lambda: d.often(['White', 'Hispanic', 'Black', 'Asian'])), ('Marital Status', 'q', lambda: d.often(['Married', 'Single', 'Widowed'])),
        ('Total Charges', 's', lambda: d.decimal(9000, 2000, 2)), ('Attending MD', 'iq', lambda: f'Dr. {d.one(LAST)}'))


def registry(d):
    n = 300
    return '\t', flat(
        d, n, ('reg_no', 'i', d.distinct(n, lambda: f'RD-{d.digits(5)}')), ('birth_year', 'q', lambda: str(d.number(1950, 2018))),
        ('sex_at_birth', 'q', lambda: d.one(['female', 'male'])), ('country_of_residence', 'q', lambda: d.often(['DE', 'NL', 'ES', 'SE', 'IE'])),
        ('age_at_onset', 'q', lambda: str(d.number(0, 60))), ('centre', 'q', lambda: d.one(['C01', 'C02', 'C03', 'C04', 'C05'])),
        ('gene', 's', lambda: d.often(['CFTR', 'DMD', 'SMN1', 'FBN1'])), ('mutation', 's', lambda: d.often(['F508del', 'G542X', 'N1303K', 'W1282X', 'R117H'])),
        ('severity', 's', lambda: d.often(['mild', 'moderate', 'severe'])), ('date_of_death', 'q', lambda: d.day(2015, 2022) if d.random() < 0.2 else ''),
        ('ambulatory', 's', lambda: d.one(['yes', 'no'])), ('family_history', 'sq', lambda: d.one(['yes', 'no', 'unknown'])))


def school(d):
    n = 350
    return ',', flat(
        d, n, ('pupil_upn', 'i', d.distinct(n, lambda: 'A' + d.digits(12))), ('forename', 'i', lambda: d.one(FIRST)),
        ('dob', 'q', lambda: d.day(2007, 2012, '%d/%m/%Y')), ('year_group', 'q', lambda: str(d.number(7, 11))),
        ('school_urn', 'q', lambda: d.one(['100049', '101245', '102870'])), ('postcode', 'q', lambda: d.often(['SW1A 1AA', 'N7 6PA', 'E8 3PH', 'SE15 5EB', 'W12 7RJ', 'NW5 2HB', 'E17 4QH', 'N1 9GU', 'SW9 8JX'])),
        ('ethnic_group', 'q', lambda: d.often(['White British', 'Bangladeshi', 'Black African', 'Mixed'])), ('first_language', 'q', lambda: d.often(['English', 'Bengali', 'Polish', 'Somali'])),
        ('fsm', 'sq', lambda: d.one('YN')), ('sen_status', 's', lambda: d.often(['N', 'K', 'E'])), ('maths_mark', 's', lambda: str(d.number(10, 100))),
        ('reading_score', 's', lambda: str(d.number(80, 120))), ('absences', 'sn', lambda: str(d.often(range(40)))), ('exclusions', 's', lambda: str(d.often([0, 0, 0, 1, 2]))))


def prescriptions(d):
    return ',', of_persons(
        d, 240, 800, ('pat_key', 'e', lambda: d.digits(7)), [('yob', 'q', lambda: str(d.number(1930, 2010))), ('sex', 'q', lambda: d.one('MF'))],
        [('rx_no', 'i', iter(d.distinct(800, lambda: d.digits(9))).__next__), ('dispensed_on', 'q', lambda: d.day(2022, 2022)),
         ('atc', 's', lambda: d.often(['C09AA05', 'A10BA02', 'N02BE01', 'J01CA04', 'C10AA05', 'N06AB10', 'R03AC02', 'B01AC06', 'A02BC01'])),
         ('drug', 's', lambda: d.often(['ramipril', 'metformin', 'paracetamol', 'amoxicillin'])), ('strength_mg', 'ns', lambda: str(d.often([5, 10, 500, 1000]))),
         ('qty', 'ns', lambda: str(d.often([30, 60, 90]))), ('days_supply', 'nsq', lambda: str(d.often([30, 60, 90]))),
         ('prescriber_id', 'iq', lambda: d.often(['G1001', 'G1002', 'G1003', 'G1004', 'G1005', 'G1006'])),
         ('pharmacy', 'q', lambda: d.often(['PH1', 'PH2', 'PH3'])), ('net_cost', 's', lambda: d.decimal(12, 3, 2))])


def emergency(d):
    n = 450
    return ',', flat(
        d, n, ('visitID', 'i', range(50001, 50001 + n)), ('arrivalTime', 'q', lambda: d.day(2023, 2023) + f' {d.number(0, 23):02}:{d.number(0, 59):02}'),
        ('age', 'q', lambda: str(d.number(0, 99))), ('gender', 'q', lambda: d.often(['F', 'M', 'X'])), ('triageLevel', 'snq', lambda: str(d.number(1, 5))),
        ('chiefComplaint', 's', lambda: d.often(['chest pain', 'fall', 'fever', 'abdominal pain', 'headache', 'laceration'])),
        ('modeOfArrival', 'qn', lambda: d.often(['walk-in', 'ambulance', 'police'])), ('heartRate', 's', lambda: str(d.number(50, 140))),
        ('tempC', 's', lambda: d.decimal(37, 0.5)), ('painScore', 's', lambda: str(d.number(0, 10))),
        ('disposition', 'sqn', lambda: d.often(['home', 'admitted', 'transferred', 'left', 'died'])), ('dischargeDx', 's', lambda: d.often(ICD)))


def insurance(d):
    n = 400
    return ';', flat(
        d, n, ('policy_no', 'i', d.distinct(n, lambda: f'KV-{d.digits(7)}')), ('plate', 'i', d.distinct(n, lambda: f'M-{d.one("ABCDE")}{d.one("XYZ")} {d.digits(4)}')),
        ('driver_age', 'q', lambda: str(d.number(18, 88))), ('driver_sex', 'q', lambda: d.one(['f', 'm'])), ('postal_code', 'q', lambda: d.often(['80331', '80333', '81667', '81245', '80995', '81377', '80801', '80636'])),
        ('occupation', 'q', lambda: d.often(['clerk', 'farmer', 'teacher', 'nurse', 'driver'])), ('vehicle_make', 'qn', lambda: d.often(['VW', 'BMW', 'Opel', 'Ford'])),
        ('vehicle_year', 'qn', lambda: str(d.number(1995, 2023))), ('insured_since', 'q', lambda: d.day(2000, 2022, '%d.%m.%Y')), ('bonus_class', 'sqn', lambda: str(d.number(0, 35))),
        ('annual_premium', 's', lambda: d.decimal(600, 100, 2)), ('n_claims', 'sn', lambda: str(d.often([0, 0, 1, 2, 3]))), ('claim_amount', 's', lambda: str(d.often([0, 0, 500, 1200, 4000]))))


def mobility(d):
    return ',', of_persons(
        d, 180, 900, ('person_uid', 'e', lambda: f'u{d.digits(6)}'),
        [('age_class', 'q', lambda: d.one(['0-17', '18-29', '30-49', '50-64', '65+'])), ('sex', 'q', lambda: d.one('fm')), ('n_cars_hh', 'q', lambda: str(d.number(0, 3)))],
        [('trip_no', 'nqi', lambda: str(d.number(1, 9))), ('start_time', 'q', lambda: f'2023-05-{d.number(1, 28):02} {d.number(5, 23):02}:{d.number(0, 59):02}'),
         ('start_zone', 'q', lambda: str(d.number(101, 160))), ('end_zone', 'q', lambda: str(d.number(101, 160))), ('mode', 'qns', lambda: d.often(['walk', 'car', 'bike', 'bus', 'train'])),
         ('purpose', 'snq', lambda: d.often(['work', 'home', 'shop', 'leisure', 'school'])), ('dist_km', 'nqs', lambda: d.decimal(8, 2)), ('lat', 'iq', lambda: d.decimal(48.1, 0.05, 5)), ('lon', 'iq', lambda: d.decimal(11.5, 0.05, 5))])


def tax(d):
    n = 430
    return ',', flat(
        d, n, ('TIN', 'i', d.distinct(n, lambda: d.digits(9))), ('filing_status', 'q', lambda: d.often(['single', 'joint', 'head'])), ('n_dependents', 'q', lambda: str(d.often([0, 1, 2, 3, 4]))),
        ('age_band', 'q', lambda: d.one(['<30', '30-44', '45-59', '60+'])), ('state_cd', 'q', lambda: d.often(['CA', 'NY', 'TX', 'WA'])), ('county', 'q', lambda: d.often(['King', 'Kings', 'Travis', 'Orange'])),
        ('occ_code', 'q', lambda: str(d.number(1010, 1040))), ('wages', 's', lambda: str(d.number(0, 900) * 100)), ('agi', 's', lambda: str(d.number(0, 1200) * 100)),
        ('taxable_income', 's', lambda: str(d.number(0, 1000) * 100)), ('tax_due', 's', lambda: str(d.number(0, 20000))), ('capital_gains', 's', lambda: str(d.often([0, 0, 0, 500, 2500]))),
        ('charity', 'sq', lambda: str(d.often([0, 0, 100, 500]))), ('audit_flag', 'sqn', lambda: d.often('NNNY')))


def employment(d):
    n = 310
    return ',', flat(
        d, n, ('EmpNo', 'i', range(1001, 1001 + n)), ('FullName', 'i', lambda: f'{d.one(FIRST)} {d.one(LAST)}'), ('Department', 'q', lambda: d.often(['Sales', 'IT', 'HR', 'Legal'])),
        ('JobTitle', 'q', lambda: d.often(['Analyst', 'Manager', 'Clerk', 'Director'])), ('HireDate', 'q', lambda: d.day(1995, 2023, '%m/%d/%Y')), ('Age', 'q', lambda: str(d.number(18, 66))),
        ('Gender', 'q', lambda: d.one('FM')), ('OfficeLocation', 'q', lambda: d.one(['Berlin', 'Madrid', 'Oslo'])), ('BaseSalary', 's', lambda: str(d.number(30, 150) * 1000)),
        ('Bonus', 's', lambda: str(d.number(0, 20) * 500)), ('SickDays', 's', lambda: str(d.often(range(25)))), ('PerfRating', 's', lambda: str(d.number(1, 5))),
        ('TerminationReason', 's', lambda: d.often(['', '', 'resigned', 'dismissed', 'retired'])), ('UnionMember', 's', lambda: d.one(['yes', 'no'])))


def cancer(d):
    return ',', of_persons(
        d, 320, 380, ('PATIENT_ID_NUMBER', 'e', lambda: d.digits(8)),
        [('SEX', 'q', lambda: d.one('12')), ('YEAR_OF_BIRTH', 'q', lambda: str(d.number(1925, 1999))), ('RACE1', 'q', lambda: d.often(['01', '02', '04', '96'])),
         ('SPANISH_ORIGIN', 'q', lambda: d.often('0019')), ('COUNTY_FIPS', 'q', lambda: d.often(['001', '003', '013', '037', '073', '085']))],
        [('TUMOR_SEQ', 'nqs', lambda: d.often('0012')), ('DATE_OF_DX', 'q', lambda: d.day(2010, 2018)), ('PRIMARY_SITE', 's', lambda: d.often(['C50.1', 'C61.9', 'C34.1', 'C18.7', 'C44.5', 'C67.2', 'C25.0', 'C56.9', 'C73.9'])),
         ('HISTOLOGY', 's', lambda: d.often(['8140', '8500', '8070', '8720'])), ('GRADE', 's', lambda: d.often('1234')), ('STAGE', 's', lambda: d.often(['I', 'II', 'III', 'IV'])),
         ('VITAL_STATUS', 'sq', lambda: d.one(['alive', 'dead'])), ('SURV_MONTHS', 's', lambda: str(d.number(0, 120))), ('CHEMO', 's', lambda: d.one(['yes', 'no']))])


def wearable(d):
    return ',', of_persons(
        d, 40, 1200, ('subject', 'e', lambda: f's{d.digits(3)}'),
        [('sex', 'q', lambda: d.one(['f', 'm'])), ('age_yrs', 'q', lambda: str(d.number(18, 70))), ('height_cm', 'q', lambda: str(d.number(150, 200))), ('weight_kg', 's', lambda: d.decimal(75, 10))],
        [('date', 'q', lambda: d.day(2023, 2023)), ('steps', 'sn', lambda: str(d.number(500, 25000))), ('rest_hr', 's', lambda: str(d.number(45, 90))), ('sleep_min', 's', lambda: str(d.number(200, 600))),
         ('kcal', 'sn', lambda: str(d.number(1400, 3800))), ('stress_score', 's', lambda: str(d.number(0, 100))), ('device_model', 'nqs', lambda: d.one(['Fit2', 'Fit3', 'Run5']))])


TABLES = [hospital, course, survey, claims, laboratory, household, longitudinal, german, french, us_export, registry,
          school, prescriptions, emergency, insurance, mobility, tax, employment, cancer, wearable]


def make_further_tables():
    """Yields tables of fields that were thought of after the words of names, in the same way."""
    n, d = 400, Draw(77)

    def ids(start='', length=6):
        return d.distinct(n, lambda: start + d.digits(length))

    def cat(*values):
        return lambda: d.often(list(values))

    def num(first, last):
        return lambda: str(d.number(first, last))

    yield 'dental', ',', flat(d, n, ('chart_no', 'i', ids()), ('DateOfBirth', 'q', lambda: d.day(1940,2015)),
        ('Sex', 'q', cat('M', 'F')),
        ('Postcode', 'q', cat('LS1 4AP', 'M1 2AB', 'B1 1AA', 'E1 6AN', 'N1 9GU', 'SE1 7PB', 'CF10 1EP', 'G1 1XQ', 'EH1 1YZ')),
        ('tooth_no', 'snq', num(11,48)), ('treatment_code', 's', cat('D0120', 'D1110', 'D2330', 'D7140')),
        ('fee_gbp', 's', num(20,900)), ('exempt', 'sqn', cat('Y', 'N')),
        ('practice_id', 'qin', cat('P01', 'P02', 'P03')))
    yield 'prison', ',', flat(d, n, ('InmateID', 'i', ids('I')), ('Nm', 'iq', lambda: d.one(FIRST)+' '+d.one(LAST)),
        ('Offense', 's', cat('theft', 'assault', 'fraud')), ('SentenceMonths', 'sq', num(1,240)),
        ('AdmitDt', 'q', lambda: d.day(2010,2020)), ('Race', 'q', cat('W', 'B', 'H')),
        ('BirthYr', 'q', num(1950,2002)), ('County', 'q', cat('Cook', 'Lake', 'Will')),
        ('Facility', 'q', cat('A', 'B', 'C')), ('GangAffil', 'sq', cat('Y', 'N')))
    yield 'hr_de', ',', flat(d, n, ('Personalnummer', 'i', ids()), ('Vorname', 'i', lambda: d.one(FIRST)),
        ('Eintrittsdatum', 'q', lambda: d.day(1990,2022,'%d.%m.%Y')),
        ('Abteilung', 'q', cat('Einkauf', 'Vertrieb', 'IT')), ('Bruttogehalt', 's', num(2000,9000)),
        ('Steuerklasse', 'sq', cat('1', '3', '4')), ('Konfession', 's', cat('rk', 'ev', 'keine')),
        ('Familienstand', 'q', cat('ledig', 'verh', 'gesch')), ('Kinderzahl', 'q', num(0,4)),
        ('Schwerbehinderung', 's', cat('ja', 'nein')), ('Geburtsjahr', 'q', num(1958,2003)),
        ('Krankheitstage', 's', num(0,60)), ('Kostenstelle', 'qns', cat('1010', '1020', '2030')))
    yield 'es_clinic', ',', flat(d, n, ('NHC', 'i', ids()), ('Apellidos', 'i', lambda: d.one(LAST)),
        ('FechaNacimiento', 'q', lambda: d.day(1930,2010,'%d/%m/%Y')), ('Sexo', 'q', cat('H', 'M')),
        ('CodigoPostal', 'q', cat('28001', '08001', '41001', '46001', '29001', '48001', '50001', '33001')),
        ('Municipio', 'q', cat('Madrid', 'Sevilla', 'Málaga')), ('Diagnostico', 's', lambda: d.often(ICD)),
        ('Peso', 's', lambda: d.decimal(72,9)), ('Talla', 'qs', num(150,195)),
        ('FechaIngreso', 'q', lambda: d.day(2021,2022,'%d/%m/%Y')), ('Coste', 's', num(100,9000)),
        ('Profesion', 'q', cat('obrero', 'medico', 'docente')))
    yield 'bank', ',', flat(d, n, ('customer_ref', 'i', ids('C')), ('iban', 'i', lambda: 'DE'+d.digits(20)),
        ('dob', 'q', lambda: d.day(1945,2003)), ('postal_area', 'q', cat('N1', 'SE4', 'W2')),
        ('employment_status', 'q', cat('employed', 'self', 'retired')), ('account_balance', 's', num(-500,90000)),
        ('credit_score', 's', num(300,850)), ('n_products', 'qns', num(1,6)), ('default_flag', 's', cat('0', '1')),
        ('marital', 'q', cat('m', 's', 'd')), ('open_date', 'q', lambda: d.day(2005,2022)),
        ('mortgage', 's', cat('yes', 'no')), ('education_level', 'q', cat('basic', 'high', 'univ')))
    yield 'trial', ',', flat(d, n, ('USUBJID', 'i', ids('S-')), ('SITEID', 'qn', cat('101', '102', '103')),
        ('ARM', 'snq', cat('placebo', 'active')), ('AGE', 'q', num(18,80)), ('SEX', 'q', cat('M', 'F')),
        ('RACE', 'q', cat('WHITE', 'ASIAN')), ('COUNTRY', 'q', cat('USA', 'DEU', 'JPN')),
        ('AESEV', 's', cat('MILD', 'SEVERE')), ('RFSTDTC', 'q', lambda: d.day(2019,2020)),
        ('HEIGHTBL', 'qs', lambda: d.decimal(170,8)), ('WEIGHTBL', 's', lambda: d.decimal(75,8)),
        ('DTHFL', 'sq', cat('Y', 'N')), ('SMOKHIS', 's', cat('NEVER', 'CURRENT')))
    yield 'housing', ',', flat(d, n, ('application_id', 'i', ids()), ('hh_size', 'q', num(1,7)),
        ('gross_income', 's', num(8000,60000)), ('disability', 's', cat('y', 'n')),
        ('ethnicity', 'q', cat('A', 'B', 'C')), ('current_postcode', 'q', cat('1010', '1020', '1090', '1100')),
        ('years_waiting', 'qns', num(0,12)), ('pregnant', 's', cat('y', 'n')),
        ('main_language', 'q', cat('de', 'tr', 'ar')), ('head_birthyear', 'q', num(1940,2003)),
        ('rent_arrears', 's', num(0,5000)), ('domestic_violence', 'sq', cat('y', 'n')))
    yield 'fr_paie', ',', flat(d, n, ('matricule', 'i', ids()), ('nir', 'i', ids('1', 12)),
        ('date_embauche', 'q', lambda: d.day(1995,2022,'%d/%m/%Y')), ('salaire_brut', 's', num(1500,9000)),
        ('poste', 'q', cat('agent', 'chef', 'cadre')), ('ancienneté', 'q', num(0,40)),
        ('arrêts_maladie', 's', num(0,30)), ('sexe', 'q', cat('1', '2')),
        ('tranche_age', 'q', cat('<30', '30-49', '50+')), ('commune_résidence', 'q', cat('Paris', 'Lyon', 'Nice')),
        ('syndiqué', 's', cat('oui', 'non')), ('nb_enfants', 'q', num(0,5)))
    yield 'genomics', ',', flat(d, n, ('sampleID', 'i', ids('GS')), ('family_id', 'iq', num(100,160)),
        ('proband_sex', 'q', cat('male', 'female')), ('age_at_sampling', 'q', num(1,80)),
        ('ancestry', 'q', cat('EUR', 'AFR', 'EAS')), ('brca1_status', 's', cat('pos', 'neg')),
        ('apoe', 's', cat('e3e3', 'e3e4')), ('hpo_terms', 's', cat('HP:1', 'HP:2')),
        ('consent', 'nqs', cat('yes', 'broad')), ('collection_site', 'qn', cat('X', 'Y')))
    yield 'education', ',', flat(d, n, ('lrn', 'i', ids('', 12)),
        ('studentName', 'i', lambda: d.one(FIRST)+' '+d.one(LAST)), ('gradeLevel', 'q', num(1,12)),
        ('GPA', 's', lambda: d.decimal(3,0.4,2)), ('freeLunch', 'sq', cat('Y', 'N')), ('iep', 'sq', cat('Y', 'N')),
        ('zipcode', 'q', cat('02139', '10001', '60601', '94105', '73301', '30301', '98101', '33101')),
        ('parentEmail', 'i', lambda: f'{d.one(FIRST)}{d.digits(4)}@mail.example'.lower()),
        ('race_ethnicity', 'q', cat('W', 'H', 'B')), ('suspensions', 's', num(0,4)),
        ('attendance_rate', 's', lambda: d.decimal(92,4)), ('SAT_score', 's', num(400,1600)),
        ('birthdate', 'q', lambda: d.day(2003,2014)))
    yield 'vaccin', ',', of_persons(d, 250,600,('insured_ref', 'e', lambda: d.digits(8)),
        [('gender', 'q', cat('F', 'M')),
        ('birth_month', 'q', lambda: d.day(1930,2015)[:7])],[('vacc_date', 'q', lambda: d.day(2021,2021)),
        ('product', 'sqn', cat('A', 'B')), ('dose_no', 'sn', num(1,3)), ('batch', 'nqis', cat('X1', 'X2', 'X3')),
        ('district', 'q', cat('d1', 'd2')), ('risk_group', 'sq', cat('r1', 'r2'))])
    yield 'telco', ',', of_persons(d, 200,900,('subscriber', 'e', lambda: d.digits(9)),
        [('contract_sex', 'q', cat('f', 'm')), ('yearbirth', 'q', num(1940,2004)),
        ('tariff', 'nqs', cat('S', 'M', 'L'))],[('call_start', 'q', lambda: d.day(2023,2023)+' 10:00'),
        ('duration_s', 'nqs', num(1,900)), ('cell_id', 'iq', num(100,190)), ('roaming', 'nqs', cat('0', '1'))])
    yield 'clinic_jp', ',', flat(d, n, ('患者番号', 'i', ids()), ('氏名', 'i', lambda: d.one(['山田', '佐藤']) + d.digits(4)), ('性別', 'q', cat('男', '女')),
        ('生年月日', 'q', lambda: d.day(1930, 2010, '%Y/%m/%d')), ('郵便番号', 'q', cat('100-0001', '530-0001', '060-0001')),
        ('病名', 's', cat('風邪', '糖尿病')), ('来院時刻', 'q', lambda: f'{d.number(8, 18)}:{d.number(10, 59)}'))
    yield 'labb_se', '\t', flat(d, n, ('Personnummer', 'i', ids('19', 10)), ('Kön', 'q', cat('K', 'M')), ('Födelsedatum', 'q', lambda: d.day(1930, 2010)),
        ('Postnr', 'q', lambda: f'{d.number(111, 119)} {d.number(10, 14)}'), ('Yrke', 'q', cat('lärare', 'läkare', 'snickare')), ('Enhet', 'n', cat('g/L', 'mg/L')))
    yield 'folha_pt', ';', flat(d, n, ('N.º leitor', 'i', ids('L')), ('Data de nascimento', 'q', lambda: d.day(1940, 2010, '%d-%m-%Y')), ('Idade', 'q', num(10, 80)),
        ('Sexo', 'q', cat('M', 'F')), ('Profissão', 'q', cat('professor', 'médico')), ('Multa (€)', 's', lambda: d.decimal(5, 2, 2).replace('.', ',')))
    yield 'kadry_pl', ';', flat(d, n, ('PESEL', 'i', ids('', 11)), ('Nazwisko', 'i', lambda: d.one(LAST)), ('Płeć', 'q', cat('K', 'M')), ('Wiek', 'q', num(20, 65)),
        ('Wynagrodzenie', 's', lambda: f'{d.number(3, 9)} {d.number(100, 999)},50 zł'), ('Data zatrudnienia', 'q', lambda: d.day(2000, 2022, '%d.%m.%Y')))
    yield 'клиника', ';', flat(d, n, ('Фамилия', 'i', lambda: d.one(['Иванова', 'Петров']) + d.digits(3)), ('Пол', 'q', cat('м', 'ж')),
        ('Дата рождения', 'q', lambda: d.day(1940, 2010, '%d.%m.%Y')), ('Возраст', 'q', num(20, 80)), ('Диагноз', 's', cat('грипп', 'ангина')))


def make_tables_of_keys():
    """Yields tables whose persons have codes under any name, and tables of further languages and fields."""
    d = Draw(123)

    def cat(*values):
        return lambda: d.often(list(values))

    def num(first, last):
        return lambda: str(d.number(first, last))

    def full_name():
        return f'{d.one(FIRST)} {d.one(LAST)}'

    def waves(keys, *fixed):
        """Columns of a panel: each person has a row a wave, but for some that are missed."""
        made = {k: [make() for _, _, make in fixed] for k in keys}
        rows = [(k, w) for k in keys for w in range(1, 4) if w == 1 or d.random() < 0.9]
        return rows, [(name, role, [made[k][i] for k, _ in rows]) for i, (name, role, _) in enumerate(fixed)]

    rows, fixed = waves(d.distinct(150, lambda: d.one('KLMZ') + d.digits(4)), ('płeć', 'q', cat('K', 'M')), ('rok_ur', 'q', num(1940, 2003)),
                        ('województwo', 'q', cat('mazowieckie', 'śląskie', 'łódzkie')), ('wykształcenie', 'q', cat('podstawowe', 'średnie', 'wyższe')))
    yield 'panel_pl', ';', [('klucz', 'e', [k for k, _ in rows]), ('fala', 'qn', [str(w) for _, w in rows]), *fixed,
                            *flat(d, len(rows), ('dochód', 's', num(1500, 9000)), ('stan_cywilny', 'q', cat('panna', 'żonaty', 'wdowa')), ('zadowolenie', 's', num(0, 10)))]
    rows, fixed = waves(d.distinct(60, lambda: d.one('ABDEH') + d.one('AEIOU') + d.digits(2)), ('Geschl.', 'q', cat('w', 'm')), ('Jg.', 'q', num(1950, 2004)))
    yield 'therapie', ';', [('Kürzel', 'e', [k for k, _ in rows]), ('Sitzung', 'qn', [str(w) for _, w in rows]), *fixed,
                            *flat(d, len(rows), ('Datum', 'q', lambda: d.day(2022, 2023, '%d.%m.%Y')), ('Therapeutin', 'i', full_name), ('PHQ-9', 's', num(0, 27)),
                                  ('Medikation', 's', cat('keine', 'SSRI', 'andere')), ('Notiz', 'i', lambda: f'Wirkt heute {d.one(["ruhig", "müde", "wach"])}, Termin am {d.number(1, 28)}. vereinbart'))]
    yield 'jeugdzorg', ';', of_persons(d, 120, 400, ('dossier', 'e', lambda: '20' + d.digits(5)),
        [('geslacht', 'q', cat('m', 'v', 'x')), ('geboortedatum', 'q', lambda: d.day(2004, 2018, '%d-%m-%Y')), ('gemeente', 'q', cat('Utrecht', 'Zeist', 'Bunnik'))],
        [('meting', 'qns', num(1, 6)), ('begeleider', 'i', full_name), ('score_gedrag', 's', num(0, 40)), ('hulpvorm', 'qs', cat('ambulant', 'pleegzorg', 'dagbehandeling'))])
    yield 'scuola_it', ';', of_persons(d, 110, 600, ('codice', 'e', lambda: d.digits(5)),
        [('classe', 'q', cat('3A', '3B', '4A', '5C')), ('sesso', 'q', cat('F', 'M')), ('anno_nascita', 'q', num(2004, 2010)), ('cittadinanza', 'q', cat('italiana', 'rumena', 'albanese'))],
        [('materia', 'qns', cat('italiano', 'matematica', 'storia', 'scienze')), ('voto', 's', num(3, 10)), ('docente', 'i', full_name), ('assenze', 's', num(0, 12))])
    yield 'consulta_es', ',', of_persons(d, 140, 420, ('clave', 'e', lambda: 'HX' + d.digits(4)),
        [('sexo', 'q', cat('H', 'M')), ('f_nac', 'q', lambda: d.day(1930, 2010, '%d/%m/%Y')), ('provincia', 'q', cat('Lugo', 'Jaén', 'Soria'))],
        [('visita', 'q', lambda: d.day(2021, 2022, '%d/%m/%Y')), ('médico', 'i', full_name), ('tensión', 's', num(90, 180)), ('diagnóstico', 's', lambda: d.often(ICD)), ('hospital', 'q', cat('Norte', 'Sur'))])
    homes = [(h, p) for h in range(1, 91) for p in range(1, d.number(1, 4) + 1)]
    made = {person: (d.one('12'), str(d.number(1935, 2015))) for person in homes}
    rows = [(h, p, y) for h, p in homes for y in (2019, 2020, 2021) if d.random() < 0.9]
    yield 'home_panel', ',', [('hid', 'i', [str(3000 + 7 * h) for h, _, _ in rows]), ('pnr', 'inq', [str(p) for _, p, _ in rows]), ('syear', 'qn', [str(y) for _, _, y in rows]),
                              ('sex', 'q', [made[h, p][0] for h, p, _ in rows]), ('gebjahr', 'q', [made[h, p][1] for h, p, _ in rows]),
                              *flat(d, len(rows), ('plb0022', 'q', num(1, 9)), ('labgro', 's', num(0, 6000)), ('plh0182', 'qs', num(0, 10)))]
    rows, fixed = waves(d.distinct(200, lambda: str(d.number(1, 999))), ('køn', 'q', cat('K', 'M')), ('fødselsår', 'q', num(1940, 2005)), ('kommune', 'q', cat('Aarhus', 'Odense', 'Vejle')))
    yield 'register_dk', ';', [('løbenr', 'e', [k for k, _ in rows]), ('år', 'q', [str(2015 + w) for _, w in rows]), *fixed,
                               *flat(d, len(rows), ('indkomst', 's', num(100000, 700000)), ('branche', 'q', cat('handel', 'bygge', 'industri')), ('arbejdsløs', 'qs', cat('0', '1')))]
    n = 280
    yield 'staff', ',', flat(
        d, n, ('Staff ref', 'i', d.distinct(n, lambda: 'ST' + d.digits(5))), ('Hospital', 'q', cat('Royal', 'General', 'St Mary')), ('Cost centre', 'qn', cat('4410', '4420', '5100')),
        ('Pay grade', 'qs', cat('5', '6', '7', '8a')), ('Test site', 'qn', cat('North', 'South')), ('Line manager', 'i', full_name), ('Gender', 'q', cat('F', 'M')),
        ('Year of birth', 'q', num(1958, 2003)), ('Ethnicity', 'q', cat('A', 'B', 'C')), ('Sickness days', 's', num(0, 40)),
        ('Note', 'i', lambda: f'Seen on {d.number(1, 28)} May by {d.one(FIRST)}, will call back {d.one(["soon", "later"])}'))
    yield 'klinik_tr', ';', flat(
        d, n, ('dosya_no', 'i', d.distinct(n, lambda: d.digits(6))), ('cinsiyet', 'q', cat('K', 'E')), ('doğum_tarihi', 'q', lambda: d.day(1940, 2012, '%d.%m.%Y')),
        ('il', 'q', cat('Ankara', 'İzmir', 'Bursa')), ('meslek', 'q', cat('öğretmen', 'işçi', 'memur')), ('tanı', 's', lambda: d.often(ICD)), ('hekim', 'i', full_name), ('ücret', 's', num(100, 5000)))
    yield 'knihovna_cz', ';', of_persons(d, 130, 700, ('průkazka', 'e', lambda: d.digits(6)),
        [('pohlaví', 'q', cat('ž', 'm')), ('rok_narození', 'q', num(1940, 2014)), ('obec', 'q', cat('Brno', 'Zlín', 'Opava'))],
        [('vypůjčeno', 'q', lambda: d.day(2022, 2022, '%d.%m.%Y')), ('žánr', 'qns', cat('román', 'poezie', 'věda')), ('pokuta', 's', cat('0', '10', '50'))])


def make_tables():
    """Yields the name of each table, its delimiter and its columns: names, right roles and values."""
    for seed, make in enumerate(TABLES):
        delimiter, columns = make(Draw(seed))
        yield make.__name__, delimiter, columns
    yield from make_further_tables()
    yield from make_tables_of_keys()
