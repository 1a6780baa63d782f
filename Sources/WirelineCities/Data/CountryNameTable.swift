// Made by Tests/Fixtures/countries/country-table.py. Do not edit.
// Names: ISO 3166-1 of iso-codes 4.15.0, LGPL-2.1-or-later, and the script's own.
// https://salsa.debian.org/iso-codes-team/iso-codes

/// English names of countries; lines of a code, a space and a name.
enum CountryNameTable {
  /// One name a code, by code.
  static let names: StaticString = """
    AD Andorra
    AE United Arab Emirates
    AF Afghanistan
    AG Antigua and Barbuda
    AI Anguilla
    AL Albania
    AM Armenia
    AO Angola
    AQ Antarctica
    AR Argentina
    AS American Samoa
    AT Austria
    AU Australia
    AW Aruba
    AX Åland Islands
    AZ Azerbaijan
    BA Bosnia and Herzegovina
    BB Barbados
    BD Bangladesh
    BE Belgium
    BF Burkina Faso
    BG Bulgaria
    BH Bahrain
    BI Burundi
    BJ Benin
    BL Saint Barthélemy
    BM Bermuda
    BN Brunei
    BO Bolivia
    BQ Bonaire, Sint Eustatius and Saba
    BR Brazil
    BS Bahamas
    BT Bhutan
    BV Bouvet Island
    BW Botswana
    BY Belarus
    BZ Belize
    CA Canada
    CC Cocos (Keeling) Islands
    CD Democratic Republic of the Congo
    CF Central African Republic
    CG Congo
    CH Switzerland
    CI Côte d'Ivoire
    CK Cook Islands
    CL Chile
    CM Cameroon
    CN China
    CO Colombia
    CR Costa Rica
    CU Cuba
    CV Cabo Verde
    CW Curaçao
    CX Christmas Island
    CY Cyprus
    CZ Czechia
    DE Germany
    DJ Djibouti
    DK Denmark
    DM Dominica
    DO Dominican Republic
    DZ Algeria
    EC Ecuador
    EE Estonia
    EG Egypt
    EH Western Sahara
    ER Eritrea
    ES Spain
    ET Ethiopia
    FI Finland
    FJ Fiji
    FK Falkland Islands
    FM Micronesia
    FO Faroe Islands
    FR France
    GA Gabon
    GB United Kingdom
    GD Grenada
    GE Georgia
    GF French Guiana
    GG Guernsey
    GH Ghana
    GI Gibraltar
    GL Greenland
    GM Gambia
    GN Guinea
    GP Guadeloupe
    GQ Equatorial Guinea
    GR Greece
    GS South Georgia and the South Sandwich Islands
    GT Guatemala
    GU Guam
    GW Guinea-Bissau
    GY Guyana
    HK Hong Kong
    HM Heard Island and McDonald Islands
    HN Honduras
    HR Croatia
    HT Haiti
    HU Hungary
    ID Indonesia
    IE Ireland
    IL Israel
    IM Isle of Man
    IN India
    IO British Indian Ocean Territory
    IQ Iraq
    IR Iran
    IS Iceland
    IT Italy
    JE Jersey
    JM Jamaica
    JO Jordan
    JP Japan
    KE Kenya
    KG Kyrgyzstan
    KH Cambodia
    KI Kiribati
    KM Comoros
    KN Saint Kitts and Nevis
    KP North Korea
    KR South Korea
    KW Kuwait
    KY Cayman Islands
    KZ Kazakhstan
    LA Laos
    LB Lebanon
    LC Saint Lucia
    LI Liechtenstein
    LK Sri Lanka
    LR Liberia
    LS Lesotho
    LT Lithuania
    LU Luxembourg
    LV Latvia
    LY Libya
    MA Morocco
    MC Monaco
    MD Moldova
    ME Montenegro
    MF Saint Martin
    MG Madagascar
    MH Marshall Islands
    MK North Macedonia
    ML Mali
    MM Myanmar
    MN Mongolia
    MO Macao
    MP Northern Mariana Islands
    MQ Martinique
    MR Mauritania
    MS Montserrat
    MT Malta
    MU Mauritius
    MV Maldives
    MW Malawi
    MX Mexico
    MY Malaysia
    MZ Mozambique
    NA Namibia
    NC New Caledonia
    NE Niger
    NF Norfolk Island
    NG Nigeria
    NI Nicaragua
    NL Netherlands
    NO Norway
    NP Nepal
    NR Nauru
    NU Niue
    NZ New Zealand
    OM Oman
    PA Panama
    PE Peru
    PF French Polynesia
    PG Papua New Guinea
    PH Philippines
    PK Pakistan
    PL Poland
    PM Saint Pierre and Miquelon
    PN Pitcairn
    PR Puerto Rico
    PS Palestine
    PT Portugal
    PW Palau
    PY Paraguay
    QA Qatar
    RE Réunion
    RO Romania
    RS Serbia
    RU Russia
    RW Rwanda
    SA Saudi Arabia
    SB Solomon Islands
    SC Seychelles
    SD Sudan
    SE Sweden
    SG Singapore
    SH Saint Helena, Ascension and Tristan da Cunha
    SI Slovenia
    SJ Svalbard and Jan Mayen
    SK Slovakia
    SL Sierra Leone
    SM San Marino
    SN Senegal
    SO Somalia
    SR Suriname
    SS South Sudan
    ST Sao Tome and Principe
    SV El Salvador
    SX Sint Maarten
    SY Syria
    SZ Eswatini
    TC Turks and Caicos Islands
    TD Chad
    TF French Southern Territories
    TG Togo
    TH Thailand
    TJ Tajikistan
    TK Tokelau
    TL Timor-Leste
    TM Turkmenistan
    TN Tunisia
    TO Tonga
    TR Türkiye
    TT Trinidad and Tobago
    TV Tuvalu
    TW Taiwan
    TZ Tanzania
    UA Ukraine
    UG Uganda
    UM United States Minor Outlying Islands
    US United States
    UY Uruguay
    UZ Uzbekistan
    VA Vatican City
    VC Saint Vincent and the Grenadines
    VE Venezuela
    VG British Virgin Islands
    VI U.S. Virgin Islands
    VN Vietnam
    VU Vanuatu
    WF Wallis and Futuna
    WS Samoa
    XK Kosovo
    YE Yemen
    YT Mayotte
    ZA South Africa
    ZM Zambia
    ZW Zimbabwe

    """

  /// The folds of all names, by fold; a code has several, and a fold may.
  static let folds: StaticString = """
    AF afghanistan
    AX aland islands
    AL albania
    DZ algeria
    US america
    AS american samoa
    AD andorra
    AO angola
    AI anguilla
    AQ antarctica
    AG antigua & barbuda
    AG antigua and barbuda
    AR argentina
    AM armenia
    AW aruba
    SH ascension
    AU australia
    AT austria
    AZ azerbaijan
    BS bahamas
    BH bahrain
    BD bangladesh
    BB barbados
    BY belarus
    BE belgium
    BZ belize
    BJ benin
    BM bermuda
    BT bhutan
    BO bolivia
    BQ bonaire
    BQ bonaire sint eustatius & saba
    BQ bonaire sint eustatius and saba
    BA bosnia & herzegovina
    BA bosnia and herzegovina
    BA bosnia herzegovina
    BW botswana
    BV bouvet island
    BR brazil
    GB britain
    IO british indian ocean territory
    VG british virgin islands
    BN brunei
    BN brunei darussalam
    BG bulgaria
    BF burkina faso
    MM burma
    BI burundi
    CV cabo verde
    KH cambodia
    CM cameroon
    CA canada
    CV cape verde
    BQ caribbean netherlands
    KY cayman islands
    CF central african republic
    TD chad
    CL chile
    CN china
    CX christmas island
    CC cocos
    CC cocos (keeling) islands
    CC cocos islands
    CO colombia
    KM comoros
    CD congo
    CG congo
    CG congo brazzaville
    CD congo kinshasa
    CK cook islands
    CR costa rica
    CI cote divoire
    HR croatia
    CU cuba
    CW curacao
    CY cyprus
    CZ czech republic
    CZ czechia
    CD democratic republic of the congo
    DK denmark
    DJ djibouti
    DM dominica
    DO dominican republic
    CD dr congo
    CD drc
    TL east timor
    EC ecuador
    EG egypt
    SV el salvador
    AE emirates
    GQ equatorial guinea
    ER eritrea
    EE estonia
    SZ eswatini
    ET ethiopia
    FK falkland islands
    FO faroe islands
    FJ fiji
    FI finland
    FR france
    GF french guiana
    PF french polynesia
    TF french southern territories
    GA gabon
    GM gambia
    GE georgia
    DE germany
    GH ghana
    GI gibraltar
    GB great britain
    GR greece
    GL greenland
    GD grenada
    GP guadeloupe
    GU guam
    GT guatemala
    GG guernsey
    GN guinea
    GW guinea bissau
    GY guyana
    HT haiti
    HM heard island & mcdonald islands
    HM heard island and mcdonald islands
    NL holland
    VA holy see
    HN honduras
    HK hong kong
    HU hungary
    IS iceland
    IN india
    ID indonesia
    IR iran
    IQ iraq
    IE ireland
    IM isle of man
    IL israel
    IT italy
    CI ivory coast
    JM jamaica
    SJ jan mayen
    JP japan
    JE jersey
    JO jordan
    KZ kazakhstan
    CC keeling islands
    KE kenya
    KI kiribati
    KP korea
    KR korea
    XK kosovo
    KW kuwait
    KG kyrgyzstan
    LA lao peoples democratic republic
    LA laos
    LV latvia
    LB lebanon
    LS lesotho
    LR liberia
    LY libya
    LI liechtenstein
    LT lithuania
    LU luxembourg
    MO macao
    MO macau
    MK macedonia
    MG madagascar
    MW malawi
    MY malaysia
    MV maldives
    ML mali
    MT malta
    FK malvinas
    MH marshall islands
    MQ martinique
    MR mauritania
    MU mauritius
    YT mayotte
    MX mexico
    FM micronesia
    MD moldova
    MC monaco
    MN mongolia
    ME montenegro
    MS montserrat
    MA morocco
    MZ mozambique
    MM myanmar
    NA namibia
    NR nauru
    NP nepal
    NL netherlands
    NC new caledonia
    NZ new zealand
    NI nicaragua
    NE niger
    NG nigeria
    NU niue
    NF norfolk island
    KP north korea
    MK north macedonia
    MP northern mariana islands
    NO norway
    OM oman
    PK pakistan
    PW palau
    PS palestine
    PA panama
    PG papua new guinea
    PY paraguay
    PE peru
    PH philippines
    PN pitcairn
    PN pitcairn islands
    PG png
    PL poland
    PT portugal
    PR puerto rico
    QA qatar
    RE reunion
    RO romania
    RU russia
    RU russian federation
    RW rwanda
    BQ saba
    BL saint barthelemy
    SH saint helena
    SH saint helena ascension & tristan da cunha
    SH saint helena ascension and tristan da cunha
    KN saint kitts & nevis
    KN saint kitts and nevis
    LC saint lucia
    SX saint maarten
    MF saint martin
    PM saint pierre & miquelon
    PM saint pierre and miquelon
    VC saint vincent & the grenadines
    VC saint vincent and the grenadines
    WS samoa
    SM san marino
    ST sao tome & principe
    ST sao tome and principe
    SA saudi arabia
    SN senegal
    RS serbia
    SC seychelles
    SL sierra leone
    SG singapore
    BQ sint eustatius
    SX sint maarten
    SK slovakia
    SI slovenia
    SB solomon islands
    SO somalia
    ZA south africa
    GS south georgia & the south sandwich islands
    GS south georgia and the south sandwich islands
    KR south korea
    SS south sudan
    ES spain
    LK sri lanka
    BL st barthelemy
    SH st helena
    SH st helena ascension & tristan da cunha
    SH st helena ascension and tristan da cunha
    KN st kitts & nevis
    KN st kitts and nevis
    LC st lucia
    SX st maarten
    MF st martin
    PM st pierre & miquelon
    PM st pierre and miquelon
    VC st vincent & the grenadines
    VC st vincent and the grenadines
    SD sudan
    SR suriname
    SJ svalbard & jan mayen
    SJ svalbard and jan mayen
    SZ swaziland
    SE sweden
    CH switzerland
    SY syria
    SY syrian arab republic
    TW taiwan
    TJ tajikistan
    TZ tanzania
    TH thailand
    BS the bahamas
    GM the gambia
    NL the netherlands
    TL timor leste
    TG togo
    TK tokelau
    TO tonga
    TT trinidad & tobago
    TT trinidad and tobago
    SH tristan da cunha
    TN tunisia
    TR turkey
    TR turkiye
    TM turkmenistan
    TC turks & caicos islands
    TC turks and caicos islands
    TV tuvalu
    AE u a e
    GB u k
    US u s a
    VI u s virgin islands
    AE uae
    UG uganda
    UA ukraine
    AE united arab emirates
    GB united kingdom
    US united states
    UM united states minor outlying islands
    US united states of america
    UY uruguay
    VI us virgin islands
    US usa
    UZ uzbekistan
    VU vanuatu
    VA vatican city
    VA vatican city state
    VE venezuela
    VN viet nam
    VN vietnam
    VG virgin islands
    VI virgin islands
    WF wallis & futuna
    WF wallis and futuna
    EH western sahara
    YE yemen
    CD zaire
    ZM zambia
    ZW zimbabwe

    """
}
