// Kept by hand. Aliases: Yelp's category list as of its developer kit 3.2.0.

/// Yelp's categories; lines of an alias, a space and the title in American
/// English.
///
/// An empty line ends a group; its first line is the category the group is
/// named for. A category that has several parents is in one group only.
enum YelpCategoryTable {
  static let lines: StaticString = """
    active Active Life
    atvrentals ATV Rentals/Tours
    airsoft Airsoft
    amateursportsteams Amateur Sports Teams
    amusementparks Amusement Parks
    aquariums Aquariums
    archery Archery
    badminton Badminton
    baseballfields Baseball Fields
    basketballcourts Basketball Courts
    bathing_area Bathing Area
    battingcages Batting Cages
    beachequipmentrental Beach Equipment Rentals
    beachvolleyball Beach Volleyball
    beaches Beaches
    bicyclepaths Bicycle Paths
    bikeparking Bike Parking
    bikerentals Bike Rentals
    boating Boating
    bobsledding Bobsledding
    bocceball Bocce Ball
    bowling Bowling
    bubblesoccer Bubble Soccer
    bungeejumping Bungee Jumping
    carousels Carousels
    challengecourses Challenge Courses
    climbing Climbing
    cyclingclasses Cycling Classes
    daycamps Day Camps
    discgolf Disc Golf
    diving Diving
    freediving Free Diving
    scuba Scuba Diving
    escapegames Escape Games
    experiences Experiences
    fencing Fencing Clubs
    fishing Fishing
    fitness Fitness & Instruction
    aerialfitness Aerial Fitness
    barreclasses Barre Classes
    bootcamps Boot Camps
    boxing Boxing
    cardioclasses Cardio Classes
    dancestudio Dance Studios
    emstraining EMS Training
    golflessons Golf Lessons
    gyms Gyms
    circuittraininggyms Circuit Training Gyms
    intervaltraininggyms Interval Training Gyms
    martialarts Martial Arts
    brazilianjiujitsu Brazilian Jiu-jitsu
    chinesemartialarts Chinese Martial Arts
    karate Karate
    kickboxing Kickboxing
    muaythai Muay Thai
    taekwondo Taekwondo
    meditationcenters Meditation Centers
    pilates Pilates
    qigong Qi Gong
    selfdefenseclasses Self-defense Classes
    taichi Tai Chi
    healthtrainers Trainers
    yoga Yoga
    flyboarding Flyboarding
    gliding Gliding
    gokarts Go Karts
    golf Golf
    gun_ranges Gun/Rifle Ranges
    gymnastics Gymnastics
    handball Handball
    hanggliding Hang Gliding
    hiking Hiking
    horseracing Horse Racing
    horsebackriding Horseback Riding
    hot_air_balloons Hot Air Balloons
    indoor_playcenter Indoor Playcentre
    jetskis Jet Skis
    kids_activities Kids Activities
    kiteboarding Kiteboarding
    lakes Lakes
    lasertag Laser Tag
    lawn_bowling Lawn Bowling
    mini_golf Mini Golf
    mountainbiking Mountain Biking
    nudist Nudist
    paddleboarding Paddleboarding
    paintball Paintball
    parasailing Parasailing
    parks Parks
    dog_parks Dog Parks
    skate_parks Skate Parks
    playgrounds Playgrounds
    publicplazas Public Plazas
    races Races & Competitions
    racingexperience Racing Experience
    rafting Rafting/Kayaking
    recreation Recreation Centers
    rock_climbing Rock Climbing
    sailing Sailing
    scavengerhunts Scavenger Hunts
    scooterrentals Scooter Rentals
    seniorcenters Senior Centers
    skatingrinks Skating Rinks
    skiing Skiing
    skydiving Skydiving
    sledding Sledding
    snorkeling Snorkeling
    football Soccer
    sport_equipment_hire Sport Equipment Hire
    sports_clubs Sports Clubs
    squash Squash
    summer_camps Summer Camps
    surflifesaving Surf Lifesaving
    surfing Surfing
    swimmingpools Swimming Pools
    tennis Tennis
    trampoline Trampoline Parks
    tubing Tubing
    volleyball Volleyball
    waterparks Water Parks
    wildlifehunting Wildlife Hunting Ranges
    zipline Ziplining
    zoos Zoos
    pettingzoos Petting Zoos
    zorbing Zorbing

    arts Arts & Entertainment
    arcades Arcades
    galleries Art Galleries
    bettingcenters Betting Centers
    bingo Bingo Halls
    gardens Botanical Gardens
    cabaret Cabaret
    casinos Casinos
    castles Castles
    choirs Choirs
    movietheaters Cinema
    driveintheater Drive-In Theater
    outdoormovies Outdoor Movies
    countryclubs Country Clubs
    culturalcenter Cultural Center
    farms Farms
    attractionfarms Attraction Farms
    pickyourown Pick Your Own Farms
    ranches Ranches
    festivals Festivals
    xmasmarkets Christmas Markets
    funfair Fun Fair
    generalfestivals General Festivals
    tradefairs Trade Fairs
    hauntedhouses Haunted Houses
    jazzandblues Jazz & Blues
    lancenters LAN Centers
    mahjong Mah Jong Halls
    marchingbands Marching Bands
    museums Museums
    artmuseums Art Museums
    childrensmuseums Children's Museums
    observatories Observatories
    opera Opera & Ballet
    pachinko Pachinko
    paintandsip Paint & Sip
    theater Performing Arts
    planetarium Planetarium
    sportsteams Professional Sports Teams
    psychic_astrology Psychics & Astrologers
    psychicmediums Psychic Mediums
    racetracks Race Tracks
    rodeo Rodeo
    social_clubs Social Clubs
    veteransorganizations Veterans Organizations
    stadiumsarenas Stadiums & Arenas
    streetart Street Art
    studiotaping Studio Taping
    tablaoflamenco Tablao Flamenco
    ticketsales Ticket Sales
    winetastingroom Wine Tasting Room

    auto Automotive
    aircraftdealers Aircraft Dealers
    aircraftrepairs Aircraft Repairs
    autocustomization Auto Customization
    auto_detailing Auto Detailing
    autoelectric Auto Electric Services
    autoglass Auto Glass Services
    carwindowtinting Car Window Tinting
    autoloanproviders Auto Loan Providers
    autopartssupplies Auto Parts & Supplies
    autorepair Auto Repair
    diyautoshop DIY Auto Shop
    autosecurity Auto Security
    autoupholstery Auto Upholstery
    boatdealers Boat Dealers
    bodyshops Body Shops
    carauctions Car Auctions
    carbrokers Car Brokers
    carbuyers Car Buyers
    car_dealers Car Dealers
    autodamageassessment Car Inspectors
    carshares Car Share Services
    stereo_installation Car Stereo Installation
    carwash Car Wash
    truckdealers Commercial Truck Dealers
    truckrepair Commercial Truck Repair
    evchargingstations EV Charging Stations
    fueldocks Fuel Docks
    servicestations Gas Stations
    hybridcarrepair Hybrid Car Repair
    interlocksystems Interlock Systems
    marinas Marinas
    mobiledentrepair Mobile Dent Repair
    mobilityequipment Mobility Equipment Sales & Services
    motorcycledealers Motorcycle Dealers
    motorcyclerepair Motorcycle Repair
    motodealers Motorsport Vehicle Dealers
    motorepairs Motorsport Vehicle Repairs
    oilchange Oil Change Stations
    parking Parking
    rv_dealers RV Dealers
    rvrepair RV Repair
    registrationservices Registration Services
    roadsideassist Roadside Assistance
    service_stations Service Stations
    smog_check_stations Smog Check Stations
    tires Tires
    towing Towing
    trailerdealers Trailer Dealers
    trailerrental Trailer Rental
    trailerrepair Trailer Repair
    transmissionrepair Transmission Repair
    truck_rental Truck Rental
    usedcardealers Used Car Dealers
    vehicleshipping Vehicle Shipping
    vehiclewraps Vehicle Wraps
    wheelrimrepair Wheel & Rim Repair
    windshieldinstallrepair Windshield Installation & Repair

    beautysvc Beauty & Spas
    acnetreatment Acne Treatment
    barbers Barbers
    cosmetics Cosmetics & Beauty Supply
    spas Day Spas
    eroticmassage Erotic Massage
    eyebrowservices Eyebrow Services
    eyelashservice Eyelash Service
    hair_extensions Hair Extensions
    hairloss Hair Loss Centers
    hairremoval Hair Removal
    laser_hair_removal Laser Hair Removal
    sugaring Sugaring
    threadingservices Threading Services
    waxing Waxing
    hair Hair Salons
    blowoutservices Blow Dry/Out Services
    hairstylists Hair Stylists
    menshair Men's Hair Salons
    hotsprings Hot Springs
    makeupartists Makeup Artists
    massage Massage
    othersalons Nail Salons
    nailtechnicians Nail Technicians
    perfume Perfume
    permanentmakeup Permanent Makeup
    piercing Piercing
    rolfing Rolfing
    skincare Skin Care
    tanning Tanning
    spraytanning Spray Tanning
    tanningbeds Tanning Beds
    tattoo Tattoo
    teethwhitening Teeth Whitening

    bicycles Bicycles
    bikeassociations Bike Associations
    bikerepair Bike Repair
    bikeshop Bike Shop
    specialbikes Special Bikes

    education Education
    adultedu Adult Education
    artclasses Art Classes
    collegecounseling College Counseling
    collegeuniv Colleges & Universities
    educationservices Educational Services
    elementaryschools Elementary Schools
    highschools Middle Schools & High Schools
    montessori Montessori Schools
    preschools Preschools
    privateschools Private Schools
    privatetutors Private Tutors
    religiousschools Religious Schools
    specialed Special Education
    specialtyschools Specialty Schools
    artschools Art Schools
    bartendingschools Bartending Schools
    cprclasses CPR Classes
    cheerleading Cheerleading
    childbirthedu Childbirth Education
    circusschools Circus Schools
    cookingschools Cooking Schools
    cosmetology_schools Cosmetology Schools
    duischools DUI Schools
    dance_schools Dance Schools
    dramaschools Drama Schools
    driving_schools Driving Schools
    firearmtraining Firearm Training
    firstaidclasses First Aid Classes
    flightinstruction Flight Instruction
    foodsafety Food Safety Training
    language_schools Language Schools
    massage_schools Massage Schools
    nursingschools Nursing Schools
    parentingclasses Parenting Classes
    poledancingclasses Pole Dancing Classes
    sambaschools Samba Schools
    skischools Ski Schools
    surfschools Surf Schools
    swimminglessons Swimming Lessons/Schools
    trafficschools Traffic Schools
    vocation Vocational & Technical School
    tastingclasses Tasting Classes
    cheesetastingclasses Cheese Tasting Classes
    winetasteclasses Wine Tasting Classes
    testprep Test Preparation
    tutoring Tutoring Centers
    waldorfschools Waldorf Schools

    eventservices Event Planning & Services
    bartenders Bartenders
    boatcharters Boat Charters
    caricatures Caricatures
    catering Caterers
    clowns Clowns
    djs DJs
    facepainting Face Painting
    gametruckrental Game Truck Rental
    golfcartrentals Golf Cart Rentals
    hennaartists Henna Artists
    magicians Magicians
    mohels Mohels
    musicians Musicians
    officiants Officiants
    eventplanning Party & Event Planning
    partybikerentals Party Bike Rentals
    partybusrentals Party Bus Rentals
    partycharacters Party Characters
    partyequipmentrentals Party Equipment Rentals
    bouncehouserentals Bounce House Rentals
    partysupplies Party Supplies
    personalchefs Personal Chefs
    photoboothrentals Photo Booth Rentals
    photographers Photographers
    boudoirphotography Boudoir Photography
    eventphotography Event Photography
    sessionphotography Session Photography
    silentdisco Silent Disco
    sommelierservices Sommelier Services
    teambuilding Team Building Activities
    triviahosts Trivia Hosts
    valetservices Valet Services
    venues Venues & Event Spaces
    videographers Videographers
    weddingchappels Wedding Chapels
    wedding_planning Wedding Planning

    financialservices Financial Services
    banks Banks & Credit Unions
    businessfinancing Business Financing
    paydayloans Check Cashing/Pay-day Loans
    currencyexchange Currency Exchange
    debtrelief Debt Relief Services
    financialadvising Financial Advising
    installmentloans Installment Loans
    insurance Insurance
    autoinsurance Auto Insurance
    homeinsurance Home & Rental Insurance
    lifeinsurance Life Insurance
    investing Investing
    mortgagelenders Mortgage Lenders
    taxservices Tax Services
    titleloans Title Loans

    food Food
    acaibowls Acai Bowls
    backshop Backshop
    bagels Bagels
    bakeries Bakeries
    beer_and_wine Beer, Wine & Spirits
    bento Bento
    beverage_stores Beverage Store
    breweries Breweries
    bubbletea Bubble Tea
    butcher Butcher
    csa CSA
    chimneycakes Chimney Cakes
    churros Churros
    cideries Cideries
    coffee Coffee & Tea
    coffeeteasupplies Coffee & Tea Supplies
    coffeeroasteries Coffee Roasteries
    convenience Convenience Stores
    cupcakes Cupcakes
    customcakes Custom Cakes
    delicatessen Delicatessen
    desserts Desserts
    distilleries Distilleries
    diyfood Do-It-Yourself Food
    donairs Donairs
    donuts Donuts
    empanadas Empanadas
    ethicgrocery Ethic Grocery
    farmersmarket Farmers Market
    fishmonger Fishmonger
    fooddeliveryservices Food Delivery Services
    foodtrucks Food Trucks
    friterie Friterie
    gelato Gelato
    grocery Grocery
    hawkercentre Hawker Centre
    honey Honey
    icecream Ice Cream & Frozen Yogurt
    importedfood Imported Food
    intlgrocery International Grocery
    internetcafe Internet Cafes
    jpsweets Japanese Sweets
    taiyaki Taiyaki
    juicebars Juice Bars & Smoothies
    kombucha Kombucha
    milkshakebars Milkshake Bars
    gluhwein Mulled Wine
    nasilemak Nasi Lemak
    organic_stores Organic Stores
    panzerotti Panzerotti
    cakeshop Patisserie/Cake Shop
    piadina Piadina
    poke Poke
    pretzels Pretzels
    salumerie Salumerie
    shavedice Shaved Ice
    shavedsnow Shaved Snow
    smokehouse Smokehouse
    gourmet Specialty Food
    candy Candy Stores
    cheese Cheese Shops
    chocolate Chocolatiers & Shops
    dagashi Dagashi
    driedfruit Dried Fruit
    frozenfood Frozen Food
    markets Fruits & Veggies
    healthmarkets Health Markets
    herbsandspices Herbs & Spices
    macarons Macarons
    meats Meat Shops
    oliveoil Olive Oil
    pastashops Pasta Shops
    popcorn Popcorn Shops
    seafoodmarkets Seafood Markets
    tofu Tofu Shops
    streetvendors Street Vendors
    sugarshacks Sugar Shacks
    tea Tea Rooms
    torshi Torshi
    tortillas Tortillas
    waterstores Water Stores
    wineries Wineries
    zapiekanka Zapiekanka

    health Health & Medical
    acupuncture Acupuncture
    animalassistedtherapy Animal Assisted Therapy
    assistedliving Assisted Living Facilities
    ayurveda Ayurveda
    behavioranalysts Behavior Analysts
    blooddonation Blood & Plasma Donation Centers
    cannabis_clinics Cannabis Clinics
    cannabistours Cannabis Tours
    cannabiscollective Cannabis Collective
    chiropractors Chiropractors
    colonics Colonics
    conciergemedicine Concierge Medicine
    c_and_mh Counseling & Mental Health
    psychoanalysts Psychoanalysts
    psychologists Psychologists
    psychotherapists Psychotherapists
    sextherapists Sex Therapists
    sophrologists Sophrologists
    sportspsychologists Sports Psychologists
    cryotherapy Cryotherapy
    dentalhygienists Dental Hygienists
    dentalhygienistsmobile Mobile Clinics
    dentalhygeiniststorefront Storefront Clinics
    dentists Dentists
    cosmeticdentists Cosmetic Dentists
    endodontists Endodontists
    generaldentistry General Dentistry
    oralsurgeons Oral Surgeons
    orthodontists Orthodontists
    pediatric_dentists Pediatric Dentists
    periodontists Periodontists
    diagnosticservices Diagnostic Services
    diagnosticimaging Diagnostic Imaging
    laboratorytesting Laboratory Testing
    dialysisclinics Dialysis Clinics
    dietitians Dietitians
    physicians Doctors
    addictionmedicine Addiction Medicine
    allergist Allergists
    anesthesiologists Anesthesiologists
    audiologist Audiologist
    cardiology Cardiologists
    cosmeticsurgeons Cosmetic Surgeons
    dermatology Dermatologists
    earnosethroat Ear Nose & Throat
    emergencymedicine Emergency Medicine
    endocrinologists Endocrinologists
    familydr Family Practice
    fertility Fertility
    gastroenterologist Gastroenterologist
    geneticists Geneticists
    gerontologist Gerontologists
    hepatologists Hepatologists
    homeopathic Homeopathic
    hospitalists Hospitalists
    immunodermatologists Immunodermatologists
    infectiousdisease Infectious Disease Specialists
    internalmed Internal Medicine
    naturopathic Naturopathic/Holistic
    nephrologists Nephrologists
    neurologist Neurologist
    neuropathologists Neuropathologists
    neurotologists Neurotologists
    obgyn Obstetricians & Gynecologists
    oncologist Oncologist
    opthamalogists Ophthalmologists
    orthopedists Orthopedists
    osteopathicphysicians Osteopathic Physicians
    otologists Otologists
    painmanagement Pain Management
    pathologists Pathologists
    pediatricians Pediatricians
    phlebologists Phlebologists
    podiatrists Podiatrists
    preventivemedicine Preventive Medicine
    proctologist Proctologists
    psychiatrists Psychiatrists
    pulmonologist Pulmonologist
    radiologists Radiologists
    rhematologists Rheumatologists
    spinesurgeons Spine Surgeons
    sportsmed Sports Medicine
    surgeons Surgeons
    tattooremoval Tattoo Removal
    toxicologists Toxicologists
    underseamedicine Undersea/Hyperbaric Medicine
    urologists Urologists
    vascularmedicine Vascular Medicine
    doulas Doulas
    emergencyrooms Emergency Rooms
    floatspa Float Spa
    habilitativeservices Habilitative Services
    halfwayhouses Halfway Houses
    halotherapy Halotherapy
    healthinsurance Health Insurance Offices
    hearingaidproviders Hearing Aid Providers
    hearing_aids Hearing Aids
    herbalshops Herbal Shops
    homehealthcare Home Health Care
    hospice Hospice
    hospitals Hospitals
    hydrotherapy Hydrotherapy
    hypnosis Hypnosis/Hypnotherapy
    ivhydration IV Hydration
    lactationservices Lactation Services
    laserlasikeyes Laser Eye Surgery/Lasik
    liceservices Lice Services
    massage_therapy Massage Therapy
    cannabisreferrals Medical Cannabis Referrals
    medcenters Medical Centers
    bulkbilling Bulk Billing
    osteopaths Osteopaths
    walkinclinics Walk-in Clinics
    medicalfoot Medical Foot Care
    medicalspa Medical Spas
    medicaltransportation Medical Transportation
    midwives Midwives
    nursepractitioner Nurse Practitioner
    nutritionists Nutritionists
    occupationaltherapy Occupational Therapy
    optometrists Optometrists
    organdonorservices Organ & Tissue Donor Services
    orthotics Orthotics
    oxygenbars Oxygen Bars
    personalcare Personal Care Services
    pharmacy Pharmacy
    physicaltherapy Physical Therapy
    placentaencapsulation Placenta Encapsulations
    prenatal Prenatal/Perinatal Care
    prosthetics Prosthetics
    prosthodontists Prosthodontists
    psychotechnicaltests Psychotechnical Tests
    reflexology Reflexology
    rehabilitation_center Rehabilitation Center
    reiki Reiki
    retirement_homes Retirement Homes
    saunas Saunas
    skillednursing Skilled Nursing
    sleepspecialists Sleep Specialists
    speech_therapists Speech Therapists
    spermclinic Sperm Clinic
    tcm Traditional Chinese Medicine
    tuina Tui Na
    urgent_care Urgent Care
    weightlosscenters Weight Loss Centers

    homeservices Home Services
    artificialturf Artificial Turf
    buildingsupplies Building Supplies
    cabinetry Cabinetry
    carpenters Carpenters
    carpetinstallation Carpet Installation
    carpeting Carpeting
    childproofing Childproofing
    chimneysweeps Chimney Sweeps
    contractors Contractors
    countertopinstall Countertop Installation
    damagerestoration Damage Restoration
    decksrailing Decks & Railing
    demolitionservices Demolition Services
    doorsales Door Sales/Installation
    drywall Drywall Installation & Repair
    electricians Electricians
    excavationservices Excavation Services
    fencesgates Fences & Gates
    fireprotection Fire Protection Services
    fireplace Fireplace Services
    firewood Firewood
    flooring Flooring
    foundationrepair Foundation Repair
    furnitureassembly Furniture Assembly
    garage_door_services Garage Door Services
    gardeners Gardeners
    glassandmirrors Glass & Mirrors
    gutterservices Gutter Services
    handyman Handyman
    hvac Heating & Air Conditioning/HVAC
    seasonaldecorservices Holiday Decorating Services
    homeautomation Home Automation
    homecleaning Home Cleaning
    homeenergyauditors Home Energy Auditors
    home_inspectors Home Inspectors
    homenetworkinstall Home Network Installation
    home_organization Home Organization
    hometheatreinstallation Home Theatre Installation
    homewindowtinting Home Window Tinting
    housesitters House Sitters
    insulationinstallation Insulation Installation
    interiordesign Interior Design
    isps Internet Service Providers
    irrigation Irrigation
    locksmiths Keys & Locksmiths
    landscapearchitects Landscape Architects
    landscaping Landscaping
    lighting Lighting Fixtures & Equipment
    masonry_concrete Masonry/Concrete
    mobile_home_repair Mobile Home Repair
    movers Movers
    packingservices Packing Services
    painters Painters
    patiocoverings Patio Coverings
    plumbing Plumbing
    backflowservices Backflow Services
    poolservice Pool & Hot Tub Service
    poolcleaners Pool Cleaners
    pressurewashers Pressure Washers
    refinishing Refinishing Services
    roofinspectors Roof Inspectors
    roofing Roofing
    saunainstallation Sauna Installation & Repair
    securitysystems Security Systems
    blinds Shades & Blinds
    shutters Shutters
    solarinstallation Solar Installation
    solarpanelcleaning Solar Panel Cleaning
    structuralengineers Structural Engineers
    stucco Stucco Services
    televisionserviceproviders Television Service Providers
    tiling Tiling
    treeservices Tree Services
    utilities Utilities
    vinylsiding Vinyl Siding
    wallpapering Wallpapering
    waterheaterinstallrepair Water Heater Installation/Repair
    waterpurification Water Purification Services
    waterproofing Waterproofing
    windowwashing Window Washing
    windowsinstallation Windows Installation

    hotelstravel Hotels & Travel
    airports Airports
    airportterminals Airport Terminals
    bedbreakfast Bed & Breakfast
    campgrounds Campgrounds
    carrental Car Rental
    guesthouses Guest Houses
    healthretreats Health Retreats
    hostels Hostels
    hotels Hotels
    agriturismi Agriturismi
    mountainhuts Mountain Huts
    pensions Pensions
    residences Residences
    reststops Rest Stops
    ryokan Ryokan
    motorcycle_rental Motorcycle Rental
    rvparks RV Parks
    rvrental RV Rental
    resorts Resorts
    skiresorts Ski Resorts
    tours Tours
    aerialtours Aerial Tours
    architecturaltours Architectural Tours
    arttours Art Tours
    beertours Beer Tours
    boattours Boat Tours
    bustours Bus Tours
    foodtours Food Tours
    historicaltours Historical Tours
    scootertours Scooter Tours
    walkingtours Walking Tours
    whalewatchingtours Whale Watching Tours
    winetours Wine Tours
    trainstations Train Stations
    transport Transportation
    airlines Airlines
    airport_shuttles Airport Shuttles
    bikesharing Bike Sharing
    busstations Bus Stations
    buses Buses
    cablecars Cable Cars
    dolmusstation Dolmus Station
    ferries Ferries
    limos Limos
    metrostations Metro Stations
    pedicabs Pedicabs
    privatejetcharter Private Jet Charter
    publictransport Public Transportation
    sharedtaxis Shared Taxis
    taxis Taxis
    towncarservice Town Car Service
    trains Trains
    watertaxis Water Taxis
    travelservices Travel Services
    luggagestorage Luggage Storage
    passportvisaservices Passport & Visa Services
    travelagents Travel Agents
    visitorcenters Visitor Centers
    vacationrentalagents Vacation Rental Agents
    vacation_rentals Vacation Rentals

    localflavor Local Flavor
    parklets Parklets
    publicart Public Art
    unofficialyelpevents Unofficial Yelp Events
    yelpevents Yelp Events

    localservices Local Services
    3dprinting 3D Printing
    adoptionservices Adoption Services
    airductcleaning Air Duct Cleaning
    homeappliancerepair Appliances & Repair
    appraisalservices Appraisal Services
    artrestoration Art Restoration
    awnings Awnings
    bailbondsmen Bail Bondsmen
    bike_repair_maintenance Bike Repair/Maintenance
    bookbinding Bookbinding
    busrental Bus Rental
    calligraphy Calligraphy
    carpet_cleaning Carpet Cleaning
    childcare Child Care & Day Care
    clockrepair Clock Repair
    communitybookbox Community Book Box
    communitygardens Community Gardens
    nonprofit Community Service/Non-Profit
    foodbanks Food Banks
    homelessshelters Homeless Shelters
    couriers Couriers & Delivery Services
    craneservices Crane Services
    eldercareplanning Elder Care Planning
    electronicsrepair Electronics Repair
    engraving Engraving
    enviroabatement Environmental Abatement
    environmentaltesting Environmental Testing
    farmequipmentrepair Farm Equipment Repair
    fingerprinting Fingerprinting
    forestry Forestry
    funeralservices Funeral Services & Cemeteries
    cremationservices Cremation Services
    mortuaryservices Mortuary Services
    rentfurniture Furniture Rental
    furniturerepair Furniture Repair
    reupholstery Furniture Reupholstery
    generatorinstallrepair Generator Installation/Repair
    gestorias Gestorias
    hazardouswastedisposal Hazardous Waste Disposal
    hydrojetting Hydro-jetting
    itservices IT Services & Computer Repair
    datarecovery Data Recovery
    mobilephonerepair Mobile Phone Repair
    telecommunications Telecommunications
    icedelivery Ice Delivery
    internetbooth Internet Booths & Calling Centers
    jewelryrepair Jewelry Repair
    junkremovalandhauling Junk Removal & Hauling
    dumpsterrental Dumpster Rental
    junkyards Junkyards
    knifesharpening Knife Sharpening
    laundryservices Laundry Services
    dryclean Dry Cleaning
    laundromat Laundromat
    machinerental Machine & Tool Rental
    machineshops Machine Shops
    mailboxcenters Mailbox Centers
    metalfabricators Metal Fabricators
    musicinstrumentservices Musical Instrument Services
    guitarstores Guitar Stores
    pianoservices Piano Services
    pianostores Piano Stores
    nannys Nanny Services
    notaries Notaries
    pest_control Pest Control
    powdercoating Powder Coating
    copyshops Printing Services
    propane Propane
    record_labels Record Labels
    recording_studios Recording & Rehearsal Studios
    recyclingcenter Recycling Center
    sandblasting Sandblasting
    screenprinting Screen Printing
    screen_printing_tshirt_printing Screen Printing/T-Shirt Printing
    selfstorage Self Storage
    septicservices Septic Services
    sewingalterations Sewing & Alterations
    shipping_centers Shipping Centers
    shoerepair Shoe Repair
    shoeshine Shoe Shine
    snowremoval Snow Removal
    snuggleservices Snuggle Services
    tvmounting TV Mounting
    watch_repair Watch Repair
    waterdelivery Water Delivery
    welldrilling Well Drilling
    wildlifecontrol Wildlife Control
    youth_club Youth Club

    massmedia Mass Media
    printmedia Print Media
    radiostations Radio Stations
    televisionstations Television Stations

    nightlife Nightlife
    adultentertainment Adult Entertainment
    barcrawl Bar Crawl
    bars Bars
    absinthebars Absinthe Bars
    airportlounges Airport Lounges
    beachbars Beach Bars
    beerbar Beer Bar
    champagne_bars Champagne Bars
    cocktailbars Cocktail Bars
    divebars Dive Bars
    drivethrubars Drive-Thru Bars
    gaybars Gay Bars
    hookah_bars Hookah Bars
    hotel_bar Hotel bar
    irish_pubs Irish Pub
    lounges Lounges
    pubs Pubs
    pulquerias Pulquerias
    sakebars Sake Bars
    speakeasies Speakeasies
    sportsbars Sports Bars
    tabac Tabac
    tikibars Tiki Bars
    vermouthbars Vermouth Bars
    whiskeybars Whiskey Bars
    wine_bars Wine Bars
    beergardens Beer Gardens
    clubcrawl Club Crawl
    coffeeshops Coffeeshops
    comedyclubs Comedy Clubs
    countrydancehalls Country Dance Halls
    danceclubs Dance Clubs
    dancerestaurants Dance Restaurants
    fasil Fasil Music
    karaoke Karaoke
    musicvenues Music Venues
    pianobars Piano Bars
    poolhalls Pool Halls

    pets Pets
    animalshelters Animal Shelters
    horse_boarding Horse Boarding
    petadoption Pet Adoption
    petservices Pet Services
    animalphysicaltherapy Animal Physical Therapy
    aquariumservices Aquarium Services
    dogwalkers Dog Walkers
    emergencypethospital Emergency Pet Hospital
    farriers Farriers
    animalholistic Holistic Animal Care
    pet_sitting Pet Boarding/Pet Sitting
    petbreeders Pet Breeders
    petcremation Pet Cremation Services
    groomer Pet Groomers
    pethospice Pet Hospice
    petinsurance Pet Insurance
    petphotography Pet Photography
    pet_training Pet Training
    pettransport Pet Transportation
    petstore Pet Stores
    birdshops Bird Shops
    localfishstores Local Fish Stores
    reptileshops Reptile Shops
    vet Veterinarians

    professional Professional Services
    accountants Accountants
    advertising Advertising
    architects Architects
    billingservices Billing Services
    boatrepair Boat Repair
    bookkeepers Bookkeepers
    businessconsulting Business Consulting
    careercounseling Career Counseling
    commissionedartists Commissioned Artists
    customsbrokers Customs Brokers
    digitizingservices Digitizing Services
    duplicationservices Duplication Services
    editorialservices Editorial Services
    employmentagencies Employment Agencies
    fengshui Feng Shui
    graphicdesign Graphic Design
    indoorlandscaping Indoor Landscaping
    lawyers Lawyers
    bankruptcy Bankruptcy Law
    businesslawyers Business Law
    contractlaw Contract Law
    criminaldefense Criminal Defense Law
    duilawyers DUI Law
    disabilitylaw Disability Law
    divorce Divorce & Family Law
    employmentlawyers Employment Law
    entertainmentlaw Entertainment Law
    estateplanning Estate Planning Law
    willstrustsprobates Wills, Trusts, & Probates
    general_litigation General Litigation
    iplaw IP & Internet Law
    immigrationlawyers Immigration Law
    medicallaw Medical Law
    personal_injury Personal Injury Law
    realestatelawyers Real Estate Law
    socialsecuritylaw Social Security Law
    taxlaw Tax Law
    trafficticketinglaw Traffic Ticketing Law
    workerscomplaw Workers Compensation Law
    legalservices Legal Services
    courtreporters Court Reporters
    processservers Process Servers
    lifecoach Life Coach
    marketing Marketing
    matchmakers Matchmakers
    mediators Mediators
    musicproduction Music Production Services
    officecleaning Office Cleaning
    patentlaw Patent Law
    payroll Payroll Services
    personalassistants Personal Assistants
    privateinvestigation Private Investigation
    productdesign Product Design
    publicrelations Public Relations
    security Security Services
    shredding Shredding Services
    signmaking Signmaking
    softwaredevelopment Software Development
    talentagencies Talent Agencies
    taxidermy Taxidermy
    tenantlaw Tenant and Eviction Law
    translationservices Translation Services
    videofilmproductions Video/Film Production
    web_design Web Design
    wholesalers Wholesalers
    suppliesrestaurant Restaurant Supplies

    publicservicesgovt Public Services & Government
    authorized_postal_representative Authorized Postal Representative
    civiccenter Civic Center
    communitycenters Community Centers
    courthouses Courthouses
    departmentsofmotorvehicles Departments of Motor Vehicles
    embassy Embassy
    firedepartments Fire Departments
    landmarks Landmarks & Historical Buildings
    libraries Libraries
    municipality Municipality
    policedepartments Police Departments
    postoffices Post Offices
    registry_office Registry Office
    taxoffice Tax Office
    townhall Town Hall

    realestate Real Estate
    apartments Apartments
    artspacerentals Art Space Rentals
    commercialrealestate Commercial Real Estate
    condominiums Condominiums
    estateliquidation Estate Liquidation
    homedevelopers Home Developers
    homestaging Home Staging
    homeownerassociation Homeowner Association
    housingcooperatives Housing Cooperatives
    kitchenincubators Kitchen Incubators
    mobilehomes Mobile Home Dealers
    mobileparks Mobile Home Parks
    mortgagebrokers Mortgage Brokers
    propertymgmt Property Management
    realestateagents Real Estate Agents
    realestatesvcs Real Estate Services
    landsurveying Land Surveying
    estatephotography Real Estate Photography
    sharedofficespaces Shared Office Spaces
    university_housing University Housing

    religiousorgs Religious Organizations
    afrobrazilian Afro-Brazilian
    buddhist_temples Buddhist Temples
    churches Churches
    hindu_temples Hindu Temples
    mosques Mosques
    shrines Shrines
    spiritism Spiritism
    synagogues Synagogues
    taoisttemples Taoist Temples

    restaurants Restaurants
    afghani Afghan
    african African
    senegalese Senegalese
    southafrican South African
    newamerican American (New)
    tradamerican American (Traditional)
    andalusian Andalusian
    arabian Arabian
    arabpizza Arab Pizza
    argentine Argentine
    armenian Armenian
    asianfusion Asian Fusion
    asturian Asturian
    australian Australian
    austrian Austrian
    baguettes Baguettes
    bangladeshi Bangladeshi
    bbq Barbeque
    basque Basque
    bavarian Bavarian
    beergarden Beer Garden
    beerhall Beer Hall
    beisl Beisl
    belgian Belgian
    flemish Flemish
    bistros Bistros
    blacksea Black Sea
    brasseries Brasseries
    brazilian Brazilian
    brazilianempanadas Brazilian Empanadas
    centralbrazilian Central Brazilian
    northeasternbrazilian Northeastern Brazilian
    northernbrazilian Northern Brazilian
    rodizios Rodizios
    breakfast_brunch Breakfast & Brunch
    british British
    buffets Buffets
    bulgarian Bulgarian
    burgers Burgers
    burmese Burmese
    cafes Cafes
    themedcafes Themed Cafes
    cafeteria Cafeteria
    cajun Cajun/Creole
    cambodian Cambodian
    newcanadian Canadian (New)
    canteen Canteen
    caribbean Caribbean
    dominican Dominican
    haitian Haitian
    puertorican Puerto Rican
    trinidadian Trinidadian
    catalan Catalan
    cheesesteaks Cheesesteaks
    chickenshop Chicken Shop
    chicken_wings Chicken Wings
    chilean Chilean
    chinese Chinese
    cantonese Cantonese
    congee Congee
    dimsum Dim Sum
    fuzhou Fuzhou
    hainan Hainan
    hakka Hakka
    henghwa Henghwa
    hokkien Hokkien
    hunan Hunan
    pekinese Pekinese
    shanghainese Shanghainese
    szechuan Szechuan
    teochew Teochew
    comfortfood Comfort Food
    corsican Corsican
    creperies Creperies
    cuban Cuban
    currysausage Curry Sausage
    cypriot Cypriot
    czech Czech
    czechslovakian Czech/Slovakian
    danish Danish
    delis Delis
    diners Diners
    dinnertheater Dinner Theater
    dumplings Dumplings
    eastern_european Eastern European
    ethiopian Ethiopian
    hotdogs Fast Food
    filipino Filipino
    fischbroetchen Fischbroetchen
    fishnchips Fish & Chips
    flatbread Flatbread
    fondue Fondue
    food_court Food Court
    foodstands Food Stands
    freiduria Freiduria
    french French
    alsatian Alsatian
    auvergnat Auvergnat
    berrichon Berrichon
    bourguignon Bourguignon
    mauritius Mauritius
    nicois Nicoise
    provencal Provencal
    reunion Reunion
    sud_ouest French Southwest
    galician Galician
    gamemeat Game Meat
    gastropubs Gastropubs
    georgian Georgian
    german German
    baden Baden
    easterngerman Eastern German
    franconian Franconian
    hessian Hessian
    northerngerman Northern German
    palatine Palatine
    rhinelandian Rhinelandian
    giblets Giblets
    gluten_free Gluten-Free
    greek Greek
    guamanian Guamanian
    halal Halal
    hawaiian Hawaiian
    heuriger Heuriger
    himalayan Himalayan/Nepalese
    honduran Honduran
    hkcafe Hong Kong Style Cafe
    hotdog Hot Dogs
    hotpot Hot Pot
    hungarian Hungarian
    iberian Iberian
    indpak Indian
    indonesian Indonesian
    international International
    irish Irish
    island_pub Island Pub
    israeli Israeli
    italian Italian
    abruzzese Abruzzese
    altoatesine Altoatesine
    apulian Apulian
    calabrian Calabrian
    cucinacampana Cucina campana
    emilian Emilian
    friulan Friulan
    ligurian Ligurian
    lumbard Lumbard
    napoletana Napoletana
    piemonte Piemonte
    roman Roman
    sardinian Sardinian
    sicilian Sicilian
    tuscan Tuscan
    venetian Venetian
    japanese Japanese
    blowfish Blowfish
    conveyorsushi Conveyor Belt Sushi
    donburi Donburi
    gyudon Gyudon
    oyakodon Oyakodon
    handrolls Hand Rolls
    horumon Horumon
    izakaya Izakaya
    japacurry Japanese Curry
    kaiseki Kaiseki
    kushikatsu Kushikatsu
    oden Oden
    okinawan Okinawan
    okonomiyaki Okonomiyaki
    onigiri Onigiri
    ramen Ramen
    robatayaki Robatayaki
    soba Soba
    sukiyaki Sukiyaki
    takoyaki Takoyaki
    tempura Tempura
    teppanyaki Teppanyaki
    tonkatsu Tonkatsu
    udon Udon
    unagi Unagi
    westernjapanese Western Style Japanese Food
    yakiniku Yakiniku
    yakitori Yakitori
    jewish Jewish
    kebab Kebab
    kopitiam Kopitiam
    korean Korean
    kosher Kosher
    kurdish Kurdish
    laos Laos
    laotian Laotian
    latin Latin American
    colombian Colombian
    salvadoran Salvadoran
    venezuelan Venezuelan
    raw_food Live/Raw Food
    lyonnais Lyonnais
    malaysian Malaysian
    mamak Mamak
    nyonya Nyonya
    meatballs Meatballs
    mediterranean Mediterranean
    falafel Falafel
    mexican Mexican
    easternmexican Eastern Mexican
    jaliscan Jaliscan
    northernmexican Northern Mexican
    oaxacan Oaxacan
    pueblan Pueblan
    tacos Tacos
    tamales Tamales
    yucatan Yucatan
    mideastern Middle Eastern
    egyptian Egyptian
    lebanese Lebanese
    milkbars Milk Bars
    modern_australian Modern Australian
    modern_european Modern European
    mongolian Mongolian
    moroccan Moroccan
    newmexican New Mexican Cuisine
    newzealand New Zealand
    nicaraguan Nicaraguan
    nightfood Night Food
    nikkei Nikkei
    noodles Noodles
    norcinerie Norcinerie
    opensandwiches Open Sandwiches
    oriental Oriental
    pfcomercial PF/Comercial
    pakistani Pakistani
    panasian Pan Asian
    eltern_cafes Parent Cafes
    parma Parma
    persian Persian/Iranian
    peruvian Peruvian
    pita Pita
    pizza Pizza
    polish Polish
    pierogis Pierogis
    popuprestaurants Pop-Up Restaurants
    portuguese Portuguese
    alentejo Alentejo
    algarve Algarve
    azores Azores
    beira Beira
    fado_houses Fado Houses
    madeira Madeira
    minho Minho
    ribatejo Ribatejo
    tras_os_montes Tras-os-Montes
    potatoes Potatoes
    poutineries Poutineries
    pubfood Pub Food
    riceshop Rice
    romanian Romanian
    rotisserie_chicken Rotisserie Chicken
    russian Russian
    salad Salad
    sandwiches Sandwiches
    scandinavian Scandinavian
    schnitzel Schnitzel
    scottish Scottish
    seafood Seafood
    serbocroatian Serbo Croatian
    signature_cuisine Signature Cuisine
    singaporean Singaporean
    slovakian Slovakian
    soulfood Soul Food
    soup Soup
    southern Southern
    spanish Spanish
    arroceria_paella Arroceria / Paella
    srilankan Sri Lankan
    steak Steakhouses
    supperclubs Supper Clubs
    sushi Sushi Bars
    swabian Swabian
    swedish Swedish
    swissfood Swiss Food
    syrian Syrian
    tabernas Tabernas
    taiwanese Taiwanese
    tapas Tapas Bars
    tapasmallplates Tapas/Small Plates
    tavolacalda Tavola Calda
    tex-mex Tex-Mex
    thai Thai
    norwegian Traditional Norwegian
    traditional_swedish Traditional Swedish
    trattorie Trattorie
    turkish Turkish
    cheekufta Chee Kufta
    gozleme Gozleme
    homemadefood Homemade Food
    lahmacun Lahmacun
    ottomancuisine Ottoman Cuisine
    turkishravioli Turkish Ravioli
    ukrainian Ukrainian
    uzbek Uzbek
    vegan Vegan
    vegetarian Vegetarian
    venison Venison
    vietnamese Vietnamese
    waffles Waffles
    wok Wok
    wraps Wraps
    yugoslav Yugoslav

    shopping Shopping
    adult Adult
    antiques Antiques
    artsandcrafts Arts & Crafts
    artsupplies Art Supplies
    ateliers Ateliers
    stationery Cards & Stationery
    cookingclasses Cooking Classes
    costumes Costumes
    embroideryandcrochet Embroidery & Crochet
    fabricstores Fabric Stores
    framing Framing
    paintyourownpottery Paint-Your-Own Pottery
    auctionhouses Auction Houses
    baby_gear Baby Gear & Furniture
    batterystores Battery Stores
    bespoke Bespoke Clothing
    media Books, Mags, Music & Video
    bookstores Bookstores
    comicbooks Comic Books
    musicvideo Music & DVDs
    mags Newspapers & Magazines
    videogamestores Video Game Stores
    videoandgames Videos & Video Game Rental
    vinyl_records Vinyl Records
    brewingsupplies Brewing Supplies
    bridal Bridal
    cannabisdispensaries Cannabis Dispensaries
    chinesebazaar Chinese Bazaar
    computers Computers
    concept_shops Concept Shops
    custommerchandise Customized Merchandise
    deptstores Department Stores
    discountstore Discount Store
    drugstores Drugstores
    dutyfreeshops Duty-Free Shops
    electronics Electronics
    opticians Eyewear & Opticians
    farmingequipment Farming Equipment
    fashion Fashion
    accessories Accessories
    ceremonialclothing Ceremonial Clothing
    childcloth Children's Clothing
    clothingrental Clothing Rental
    formalwear Formal Wear
    furclothing Fur Clothing
    hats Hats
    kimonos Kimonos
    leather Leather Goods
    lingerie Lingerie
    maternity Maternity Wear
    menscloth Men's Clothing
    plus_size_fashion Plus Size Fashion
    shoes Shoe Stores
    sleepwear Sleepwear
    sportswear Sports Wear
    dancewear Dance Wear
    stockings Stockings
    surfshop Surf Shop
    swimwear Swimwear
    tradclothing Traditional Clothing
    vintage Used, Vintage & Consignment
    womenscloth Women's Clothing
    fireworks Fireworks
    fitnessequipment Fitness/Exercise Equipment
    fleamarkets Flea Markets
    flowers Flowers & Gifts
    florists Florists
    giftshops Gift Shops
    goldbuyers Gold Buyers
    guns_and_ammo Guns & Ammo
    headshops Head Shops
    hifi High Fidelity Audio Equipment
    hobbyshops Hobby Shops
    homeandgarden Home & Garden
    appliances Appliances
    candlestores Candle Stores
    christmastrees Christmas Trees
    furniture Furniture Stores
    grillingequipment Grilling Equipment
    hardware Hardware Stores
    holidaydecorations Holiday Decorations
    homedecor Home Decor
    hottubandpool Hot Tub & Pool
    kitchenandbath Kitchen & Bath
    linens Linens
    materialeelettrico Materiale elettrico
    mattresses Mattresses
    gardening Nurseries & Gardening
    hydroponics Hydroponics
    outdoorfurniture Outdoor Furniture Stores
    paintstores Paint Stores
    playsets Playsets
    pumpkinpatches Pumpkin Patches
    rugs Rugs
    tableware Tableware
    horsequipment Horse Equipment Shops
    jewelry Jewelry
    kiosk Kiosk
    knittingsupplies Knitting Supplies
    livestocksupply Livestock Feed & Supply
    luggage Luggage
    marketstalls Market Stalls
    medicalsupplies Medical Supplies
    militarysurplus Military Surplus
    cellphoneaccessories Mobile Phone Accessories
    mobilephones Mobile Phones
    motorcyclinggear Motorcycle Gear
    musicalinstrumentsandteachers Musical Instruments & Teachers
    officeequipment Office Equipment
    outlet_stores Outlet Stores
    packingsupplies Packing Supplies
    pawn Pawn Shops
    personal_shopping Personal Shopping
    photographystores Photography Stores & Services
    poolbilliards Pool & Billiards
    popupshops Pop-up Shops
    props Props
    publicmarkets Public Markets
    religiousitems Religious Items
    safestores Safe Stores
    safetyequipment Safety Equipment
    scandinaviandesign Scandinavian Design
    shoppingcenters Shopping Centers
    shoppingpassages Shopping Passages
    souvenirs Souvenir Shops
    spiritual_shop Spiritual Shop
    sportgoods Sporting Goods
    bikes Bikes
    diveshops Dive Shops
    golfequipment Golf Equipment
    huntingfishingsupplies Hunting & Fishing Supplies
    outdoorgear Outdoor Gear
    skateshops Skate Shops
    skishops Ski & Snowboard Shops
    tabletopgames Tabletop Games
    teachersupplies Teacher Supplies
    thrift_stores Thrift Stores
    tickets Tickets
    tobaccoshops Tobacco Shops
    toys Toy Stores
    trophyshops Trophy Shops
    uniforms Uniforms
    usedbooks Used Bookstore
    vapeshops Vape Shops
    vitaminssupplements Vitamins & Supplements
    watches Watches
    wholesale_stores Wholesale Stores
    wigs Wigs
    """
}
