/// Yelp's categories, separated by `|`, as listed in version 3.2.0 of Yelp's developer kit.
///
/// An entry is the title in American English. The alias consists of the letters and digits of the
/// title in lower case, unless the entry starts with another alias and `=`. Maintained by hand.
enum YelpCategoryTable {
  static let entries: StaticString = """
    active=Active Life|atvrentals=ATV Rentals/Tours|Airsoft|Amateur Sports Teams|Amusement Parks|\
    Aquariums|Archery|Badminton|Baseball Fields|Basketball Courts|bathing_area=Bathing Area|\
    Batting Cages|beachequipmentrental=Beach Equipment Rentals|Beach Volleyball|Beaches|\
    Bicycle Paths|Bike Parking|Bike Rentals|Boating|Bobsledding|Bocce Ball|Bowling|Bubble Soccer|\
    Bungee Jumping|Carousels|Challenge Courses|Climbing|Cycling Classes|Day Camps|Disc Golf|Diving|\
    Free Diving|scuba=Scuba Diving|Escape Games|Experiences|fencing=Fencing Clubs|Fishing|\
    fitness=Fitness & Instruction|Aerial Fitness|Barre Classes|Boot Camps|Boxing|Cardio Classes|\
    dancestudio=Dance Studios|EMS Training|Golf Lessons|Gyms|Circuit Training Gyms|\
    Interval Training Gyms|Martial Arts|Brazilian Jiu-jitsu|Chinese Martial Arts|Karate|Kickboxing|\
    Muay Thai|Taekwondo|Meditation Centers|Pilates|Qi Gong|Self-defense Classes|Tai Chi|\
    healthtrainers=Trainers|Yoga|Flyboarding|Gliding|Go Karts|Golf|gun_ranges=Gun/Rifle Ranges|\
    Gymnastics|Handball|Hang Gliding|Hiking|Horse Racing|Horseback Riding|\
    hot_air_balloons=Hot Air Balloons|indoor_playcenter=Indoor Playcentre|Jet Skis|\
    kids_activities=Kids Activities|Kiteboarding|Lakes|Laser Tag|lawn_bowling=Lawn Bowling|\
    mini_golf=Mini Golf|Mountain Biking|Nudist|Paddleboarding|Paintball|Parasailing|Parks|\
    dog_parks=Dog Parks|skate_parks=Skate Parks|Playgrounds|Public Plazas|\
    races=Races & Competitions|Racing Experience|rafting=Rafting/Kayaking|\
    recreation=Recreation Centers|rock_climbing=Rock Climbing|Sailing|Scavenger Hunts|\
    Scooter Rentals|Senior Centers|Skating Rinks|Skiing|Skydiving|Sledding|Snorkeling|\
    football=Soccer|sport_equipment_hire=Sport Equipment Hire|sports_clubs=Sports Clubs|Squash|\
    summer_camps=Summer Camps|Surf Lifesaving|Surfing|Swimming Pools|Tennis|\
    trampoline=Trampoline Parks|Tubing|Volleyball|Water Parks|\
    wildlifehunting=Wildlife Hunting Ranges|zipline=Ziplining|Zoos|Petting Zoos|Zorbing|\
    arts=Arts & Entertainment|Arcades|galleries=Art Galleries|Betting Centers|bingo=Bingo Halls|\
    gardens=Botanical Gardens|Cabaret|Casinos|Castles|Choirs|movietheaters=Cinema|Drive-In Theater|\
    Outdoor Movies|Country Clubs|Cultural Center|Farms|Attraction Farms|\
    pickyourown=Pick Your Own Farms|Ranches|Festivals|xmasmarkets=Christmas Markets|Fun Fair|\
    General Festivals|Trade Fairs|Haunted Houses|jazzandblues=Jazz & Blues|LAN Centers|\
    mahjong=Mah Jong Halls|Marching Bands|Museums|Art Museums|Children's Museums|Observatories|\
    opera=Opera & Ballet|Pachinko|paintandsip=Paint & Sip|theater=Performing Arts|Planetarium|\
    sportsteams=Professional Sports Teams|psychic_astrology=Psychics & Astrologers|Psychic Mediums|\
    Race Tracks|Rodeo|social_clubs=Social Clubs|Veterans Organizations|Stadiums & Arenas|\
    Street Art|Studio Taping|Tablao Flamenco|Ticket Sales|Wine Tasting Room|auto=Automotive|\
    Aircraft Dealers|Aircraft Repairs|Auto Customization|auto_detailing=Auto Detailing|\
    autoelectric=Auto Electric Services|autoglass=Auto Glass Services|Car Window Tinting|\
    Auto Loan Providers|Auto Parts & Supplies|Auto Repair|DIY Auto Shop|Auto Security|\
    Auto Upholstery|Boat Dealers|Body Shops|Car Auctions|Car Brokers|Car Buyers|\
    car_dealers=Car Dealers|autodamageassessment=Car Inspectors|carshares=Car Share Services|\
    stereo_installation=Car Stereo Installation|Car Wash|truckdealers=Commercial Truck Dealers|\
    truckrepair=Commercial Truck Repair|EV Charging Stations|Fuel Docks|\
    servicestations=Gas Stations|Hybrid Car Repair|Interlock Systems|Marinas|Mobile Dent Repair|\
    mobilityequipment=Mobility Equipment Sales & Services|Motorcycle Dealers|Motorcycle Repair|\
    motodealers=Motorsport Vehicle Dealers|motorepairs=Motorsport Vehicle Repairs|\
    oilchange=Oil Change Stations|Parking|rv_dealers=RV Dealers|RV Repair|Registration Services|\
    roadsideassist=Roadside Assistance|service_stations=Service Stations|\
    smog_check_stations=Smog Check Stations|Tires|Towing|Trailer Dealers|Trailer Rental|\
    Trailer Repair|Transmission Repair|truck_rental=Truck Rental|Used Car Dealers|Vehicle Shipping|\
    Vehicle Wraps|Wheel & Rim Repair|windshieldinstallrepair=Windshield Installation & Repair|\
    beautysvc=Beauty & Spas|Acne Treatment|Barbers|cosmetics=Cosmetics & Beauty Supply|\
    spas=Day Spas|Erotic Massage|Eyebrow Services|Eyelash Service|hair_extensions=Hair Extensions|\
    hairloss=Hair Loss Centers|Hair Removal|laser_hair_removal=Laser Hair Removal|Sugaring|\
    Threading Services|Waxing|hair=Hair Salons|blowoutservices=Blow Dry/Out Services|Hair Stylists|\
    menshair=Men's Hair Salons|Hot Springs|Makeup Artists|Massage|othersalons=Nail Salons|\
    Nail Technicians|Perfume|Permanent Makeup|Piercing|Rolfing|Skin Care|Tanning|Spray Tanning|\
    Tanning Beds|Tattoo|Teeth Whitening|Bicycles|Bike Associations|Bike Repair|Bike Shop|\
    Special Bikes|Education|adultedu=Adult Education|Art Classes|College Counseling|\
    collegeuniv=Colleges & Universities|educationservices=Educational Services|Elementary Schools|\
    highschools=Middle Schools & High Schools|montessori=Montessori Schools|Preschools|\
    Private Schools|Private Tutors|Religious Schools|specialed=Special Education|Specialty Schools|\
    Art Schools|Bartending Schools|CPR Classes|Cheerleading|childbirthedu=Childbirth Education|\
    Circus Schools|Cooking Schools|cosmetology_schools=Cosmetology Schools|DUI Schools|\
    dance_schools=Dance Schools|Drama Schools|driving_schools=Driving Schools|Firearm Training|\
    First Aid Classes|Flight Instruction|foodsafety=Food Safety Training|\
    language_schools=Language Schools|massage_schools=Massage Schools|Nursing Schools|\
    Parenting Classes|Pole Dancing Classes|Samba Schools|Ski Schools|Surf Schools|\
    swimminglessons=Swimming Lessons/Schools|Traffic Schools|\
    vocation=Vocational & Technical School|Tasting Classes|Cheese Tasting Classes|\
    winetasteclasses=Wine Tasting Classes|testprep=Test Preparation|tutoring=Tutoring Centers|\
    Waldorf Schools|eventservices=Event Planning & Services|Bartenders|Boat Charters|Caricatures|\
    catering=Caterers|Clowns|DJs|Face Painting|Game Truck Rental|Golf Cart Rentals|Henna Artists|\
    Magicians|Mohels|Musicians|Officiants|eventplanning=Party & Event Planning|Party Bike Rentals|\
    Party Bus Rentals|Party Characters|Party Equipment Rentals|Bounce House Rentals|Party Supplies|\
    Personal Chefs|Photo Booth Rentals|Photographers|Boudoir Photography|Event Photography|\
    Session Photography|Silent Disco|Sommelier Services|teambuilding=Team Building Activities|\
    Trivia Hosts|Valet Services|venues=Venues & Event Spaces|Videographers|\
    weddingchappels=Wedding Chapels|wedding_planning=Wedding Planning|Financial Services|\
    banks=Banks & Credit Unions|Business Financing|paydayloans=Check Cashing/Pay-day Loans|\
    Currency Exchange|debtrelief=Debt Relief Services|Financial Advising|Installment Loans|\
    Insurance|Auto Insurance|homeinsurance=Home & Rental Insurance|Life Insurance|Investing|\
    Mortgage Lenders|Tax Services|Title Loans|Food|Acai Bowls|Backshop|Bagels|Bakeries|\
    beer_and_wine=Beer, Wine & Spirits|Bento|beverage_stores=Beverage Store|Breweries|Bubble Tea|\
    Butcher|CSA|Chimney Cakes|Churros|Cideries|coffee=Coffee & Tea|Coffee & Tea Supplies|\
    Coffee Roasteries|convenience=Convenience Stores|Cupcakes|Custom Cakes|Delicatessen|Desserts|\
    Distilleries|diyfood=Do-It-Yourself Food|Donairs|Donuts|Empanadas|Ethic Grocery|Farmers Market|\
    Fishmonger|Food Delivery Services|Food Trucks|Friterie|Gelato|Grocery|Hawker Centre|Honey|\
    icecream=Ice Cream & Frozen Yogurt|Imported Food|intlgrocery=International Grocery|\
    internetcafe=Internet Cafes|jpsweets=Japanese Sweets|Taiyaki|juicebars=Juice Bars & Smoothies|\
    Kombucha|Milkshake Bars|gluhwein=Mulled Wine|Nasi Lemak|organic_stores=Organic Stores|\
    Panzerotti|cakeshop=Patisserie/Cake Shop|Piadina|Poke|Pretzels|Salumerie|Shaved Ice|\
    Shaved Snow|Smokehouse|gourmet=Specialty Food|candy=Candy Stores|cheese=Cheese Shops|\
    chocolate=Chocolatiers & Shops|Dagashi|Dried Fruit|Frozen Food|markets=Fruits & Veggies|\
    Health Markets|herbsandspices=Herbs & Spices|Macarons|meats=Meat Shops|Olive Oil|Pasta Shops|\
    popcorn=Popcorn Shops|Seafood Markets|tofu=Tofu Shops|Street Vendors|Sugar Shacks|\
    tea=Tea Rooms|Torshi|Tortillas|Water Stores|Wineries|Zapiekanka|health=Health & Medical|\
    Acupuncture|Animal Assisted Therapy|assistedliving=Assisted Living Facilities|Ayurveda|\
    Behavior Analysts|blooddonation=Blood & Plasma Donation Centers|\
    cannabis_clinics=Cannabis Clinics|Cannabis Tours|Cannabis Collective|Chiropractors|Colonics|\
    Concierge Medicine|c_and_mh=Counseling & Mental Health|Psychoanalysts|Psychologists|\
    Psychotherapists|Sex Therapists|Sophrologists|Sports Psychologists|Cryotherapy|\
    Dental Hygienists|dentalhygienistsmobile=Mobile Clinics|\
    dentalhygeiniststorefront=Storefront Clinics|Dentists|Cosmetic Dentists|Endodontists|\
    General Dentistry|Oral Surgeons|Orthodontists|pediatric_dentists=Pediatric Dentists|\
    Periodontists|Diagnostic Services|Diagnostic Imaging|Laboratory Testing|Dialysis Clinics|\
    Dietitians|physicians=Doctors|Addiction Medicine|allergist=Allergists|Anesthesiologists|\
    Audiologist|cardiology=Cardiologists|Cosmetic Surgeons|dermatology=Dermatologists|\
    Ear Nose & Throat|Emergency Medicine|Endocrinologists|familydr=Family Practice|Fertility|\
    Gastroenterologist|Geneticists|gerontologist=Gerontologists|Hepatologists|Homeopathic|\
    Hospitalists|Immunodermatologists|infectiousdisease=Infectious Disease Specialists|\
    internalmed=Internal Medicine|naturopathic=Naturopathic/Holistic|Nephrologists|Neurologist|\
    Neuropathologists|Neurotologists|obgyn=Obstetricians & Gynecologists|Oncologist|\
    opthamalogists=Ophthalmologists|Orthopedists|Osteopathic Physicians|Otologists|Pain Management|\
    Pathologists|Pediatricians|Phlebologists|Podiatrists|Preventive Medicine|\
    proctologist=Proctologists|Psychiatrists|Pulmonologist|Radiologists|\
    rhematologists=Rheumatologists|Spine Surgeons|sportsmed=Sports Medicine|Surgeons|\
    Tattoo Removal|Toxicologists|underseamedicine=Undersea/Hyperbaric Medicine|Urologists|\
    Vascular Medicine|Doulas|Emergency Rooms|Float Spa|Habilitative Services|Halfway Houses|\
    Halotherapy|healthinsurance=Health Insurance Offices|Hearing Aid Providers|\
    hearing_aids=Hearing Aids|Herbal Shops|Home Health Care|Hospice|Hospitals|Hydrotherapy|\
    hypnosis=Hypnosis/Hypnotherapy|IV Hydration|Lactation Services|\
    laserlasikeyes=Laser Eye Surgery/Lasik|Lice Services|massage_therapy=Massage Therapy|\
    cannabisreferrals=Medical Cannabis Referrals|medcenters=Medical Centers|Bulk Billing|\
    Osteopaths|Walk-in Clinics|medicalfoot=Medical Foot Care|medicalspa=Medical Spas|\
    Medical Transportation|Midwives|Nurse Practitioner|Nutritionists|Occupational Therapy|\
    Optometrists|organdonorservices=Organ & Tissue Donor Services|Orthotics|Oxygen Bars|\
    personalcare=Personal Care Services|Pharmacy|Physical Therapy|\
    placentaencapsulation=Placenta Encapsulations|prenatal=Prenatal/Perinatal Care|Prosthetics|\
    Prosthodontists|Psychotechnical Tests|Reflexology|rehabilitation_center=Rehabilitation Center|\
    Reiki|retirement_homes=Retirement Homes|Saunas|Skilled Nursing|Sleep Specialists|\
    speech_therapists=Speech Therapists|Sperm Clinic|tcm=Traditional Chinese Medicine|Tui Na|\
    urgent_care=Urgent Care|Weight Loss Centers|Home Services|Artificial Turf|Building Supplies|\
    Cabinetry|Carpenters|Carpet Installation|Carpeting|Childproofing|Chimney Sweeps|Contractors|\
    countertopinstall=Countertop Installation|Damage Restoration|Decks & Railing|\
    Demolition Services|doorsales=Door Sales/Installation|drywall=Drywall Installation & Repair|\
    Electricians|Excavation Services|Fences & Gates|fireprotection=Fire Protection Services|\
    fireplace=Fireplace Services|Firewood|Flooring|Foundation Repair|Furniture Assembly|\
    garage_door_services=Garage Door Services|Gardeners|glassandmirrors=Glass & Mirrors|\
    Gutter Services|Handyman|hvac=Heating & Air Conditioning/HVAC|\
    seasonaldecorservices=Holiday Decorating Services|Home Automation|Home Cleaning|\
    Home Energy Auditors|home_inspectors=Home Inspectors|\
    homenetworkinstall=Home Network Installation|home_organization=Home Organization|\
    Home Theatre Installation|Home Window Tinting|House Sitters|Insulation Installation|\
    Interior Design|isps=Internet Service Providers|Irrigation|locksmiths=Keys & Locksmiths|\
    Landscape Architects|Landscaping|lighting=Lighting Fixtures & Equipment|\
    masonry_concrete=Masonry/Concrete|mobile_home_repair=Mobile Home Repair|Movers|\
    Packing Services|Painters|Patio Coverings|Plumbing|Backflow Services|\
    poolservice=Pool & Hot Tub Service|Pool Cleaners|Pressure Washers|\
    refinishing=Refinishing Services|Roof Inspectors|Roofing|\
    saunainstallation=Sauna Installation & Repair|Security Systems|blinds=Shades & Blinds|Shutters|\
    Solar Installation|Solar Panel Cleaning|Structural Engineers|stucco=Stucco Services|\
    Television Service Providers|Tiling|Tree Services|Utilities|Vinyl Siding|Wallpapering|\
    waterheaterinstallrepair=Water Heater Installation/Repair|\
    waterpurification=Water Purification Services|Waterproofing|Window Washing|\
    Windows Installation|Hotels & Travel|Airports|Airport Terminals|Bed & Breakfast|Campgrounds|\
    Car Rental|Guest Houses|Health Retreats|Hostels|Hotels|Agriturismi|Mountain Huts|Pensions|\
    Residences|Rest Stops|Ryokan|motorcycle_rental=Motorcycle Rental|RV Parks|RV Rental|Resorts|\
    Ski Resorts|Tours|Aerial Tours|Architectural Tours|Art Tours|Beer Tours|Boat Tours|Bus Tours|\
    Food Tours|Historical Tours|Scooter Tours|Walking Tours|Whale Watching Tours|Wine Tours|\
    Train Stations|transport=Transportation|Airlines|airport_shuttles=Airport Shuttles|\
    Bike Sharing|Bus Stations|Buses|Cable Cars|Dolmus Station|Ferries|Limos|Metro Stations|\
    Pedicabs|Private Jet Charter|publictransport=Public Transportation|Shared Taxis|Taxis|\
    Town Car Service|Trains|Water Taxis|Travel Services|Luggage Storage|Passport & Visa Services|\
    Travel Agents|Visitor Centers|Vacation Rental Agents|vacation_rentals=Vacation Rentals|\
    Local Flavor|Parklets|Public Art|Unofficial Yelp Events|Yelp Events|Local Services|3D Printing|\
    Adoption Services|Air Duct Cleaning|homeappliancerepair=Appliances & Repair|Appraisal Services|\
    Art Restoration|Awnings|Bail Bondsmen|bike_repair_maintenance=Bike Repair/Maintenance|\
    Bookbinding|Bus Rental|Calligraphy|carpet_cleaning=Carpet Cleaning|\
    childcare=Child Care & Day Care|Clock Repair|Community Book Box|Community Gardens|\
    nonprofit=Community Service/Non-Profit|Food Banks|Homeless Shelters|\
    couriers=Couriers & Delivery Services|Crane Services|Elder Care Planning|Electronics Repair|\
    Engraving|enviroabatement=Environmental Abatement|Environmental Testing|Farm Equipment Repair|\
    Fingerprinting|Forestry|funeralservices=Funeral Services & Cemeteries|Cremation Services|\
    Mortuary Services|rentfurniture=Furniture Rental|Furniture Repair|\
    reupholstery=Furniture Reupholstery|generatorinstallrepair=Generator Installation/Repair|\
    Gestorias|Hazardous Waste Disposal|Hydro-jetting|itservices=IT Services & Computer Repair|\
    Data Recovery|Mobile Phone Repair|Telecommunications|Ice Delivery|\
    internetbooth=Internet Booths & Calling Centers|Jewelry Repair|\
    junkremovalandhauling=Junk Removal & Hauling|Dumpster Rental|Junkyards|Knife Sharpening|\
    Laundry Services|dryclean=Dry Cleaning|Laundromat|machinerental=Machine & Tool Rental|\
    Machine Shops|Mailbox Centers|Metal Fabricators|\
    musicinstrumentservices=Musical Instrument Services|Guitar Stores|Piano Services|Piano Stores|\
    nannys=Nanny Services|Notaries|pest_control=Pest Control|Powder Coating|\
    copyshops=Printing Services|Propane|record_labels=Record Labels|\
    recording_studios=Recording & Rehearsal Studios|Recycling Center|Sandblasting|Screen Printing|\
    screen_printing_tshirt_printing=Screen Printing/T-Shirt Printing|Self Storage|Septic Services|\
    Sewing & Alterations|shipping_centers=Shipping Centers|Shoe Repair|Shoe Shine|Snow Removal|\
    Snuggle Services|TV Mounting|watch_repair=Watch Repair|Water Delivery|Well Drilling|\
    Wildlife Control|youth_club=Youth Club|Mass Media|Print Media|Radio Stations|\
    Television Stations|Nightlife|Adult Entertainment|Bar Crawl|Bars|Absinthe Bars|Airport Lounges|\
    Beach Bars|Beer Bar|champagne_bars=Champagne Bars|Cocktail Bars|Dive Bars|Drive-Thru Bars|\
    Gay Bars|hookah_bars=Hookah Bars|hotel_bar=Hotel bar|irish_pubs=Irish Pub|Lounges|Pubs|\
    Pulquerias|Sake Bars|Speakeasies|Sports Bars|Tabac|Tiki Bars|Vermouth Bars|Whiskey Bars|\
    wine_bars=Wine Bars|Beer Gardens|Club Crawl|Coffeeshops|Comedy Clubs|Country Dance Halls|\
    Dance Clubs|Dance Restaurants|fasil=Fasil Music|Karaoke|Music Venues|Piano Bars|Pool Halls|\
    Pets|Animal Shelters|horse_boarding=Horse Boarding|Pet Adoption|Pet Services|\
    Animal Physical Therapy|Aquarium Services|Dog Walkers|Emergency Pet Hospital|Farriers|\
    animalholistic=Holistic Animal Care|pet_sitting=Pet Boarding/Pet Sitting|Pet Breeders|\
    petcremation=Pet Cremation Services|groomer=Pet Groomers|Pet Hospice|Pet Insurance|\
    Pet Photography|pet_training=Pet Training|pettransport=Pet Transportation|petstore=Pet Stores|\
    Bird Shops|Local Fish Stores|Reptile Shops|vet=Veterinarians|\
    professional=Professional Services|Accountants|Advertising|Architects|Billing Services|\
    Boat Repair|Bookkeepers|Business Consulting|Career Counseling|Commissioned Artists|\
    Customs Brokers|Digitizing Services|Duplication Services|Editorial Services|\
    Employment Agencies|Feng Shui|Graphic Design|Indoor Landscaping|Lawyers|\
    bankruptcy=Bankruptcy Law|businesslawyers=Business Law|Contract Law|\
    criminaldefense=Criminal Defense Law|duilawyers=DUI Law|Disability Law|\
    divorce=Divorce & Family Law|employmentlawyers=Employment Law|Entertainment Law|\
    estateplanning=Estate Planning Law|Wills, Trusts, & Probates|\
    general_litigation=General Litigation|iplaw=IP & Internet Law|\
    immigrationlawyers=Immigration Law|Medical Law|personal_injury=Personal Injury Law|\
    realestatelawyers=Real Estate Law|Social Security Law|Tax Law|Traffic Ticketing Law|\
    workerscomplaw=Workers Compensation Law|Legal Services|Court Reporters|Process Servers|\
    Life Coach|Marketing|Matchmakers|Mediators|musicproduction=Music Production Services|\
    Office Cleaning|Patent Law|payroll=Payroll Services|Personal Assistants|Private Investigation|\
    Product Design|Public Relations|security=Security Services|shredding=Shredding Services|\
    Signmaking|Software Development|Talent Agencies|Taxidermy|tenantlaw=Tenant and Eviction Law|\
    Translation Services|videofilmproductions=Video/Film Production|web_design=Web Design|\
    Wholesalers|suppliesrestaurant=Restaurant Supplies|\
    publicservicesgovt=Public Services & Government|\
    authorized_postal_representative=Authorized Postal Representative|Civic Center|\
    Community Centers|Courthouses|Departments of Motor Vehicles|Embassy|Fire Departments|\
    landmarks=Landmarks & Historical Buildings|Libraries|Municipality|Police Departments|\
    Post Offices|registry_office=Registry Office|Tax Office|Town Hall|Real Estate|Apartments|\
    Art Space Rentals|Commercial Real Estate|Condominiums|Estate Liquidation|Home Developers|\
    Home Staging|Homeowner Association|Housing Cooperatives|Kitchen Incubators|\
    mobilehomes=Mobile Home Dealers|mobileparks=Mobile Home Parks|Mortgage Brokers|\
    propertymgmt=Property Management|Real Estate Agents|realestatesvcs=Real Estate Services|\
    Land Surveying|estatephotography=Real Estate Photography|Shared Office Spaces|\
    university_housing=University Housing|religiousorgs=Religious Organizations|Afro-Brazilian|\
    buddhist_temples=Buddhist Temples|Churches|hindu_temples=Hindu Temples|Mosques|Shrines|\
    Spiritism|Synagogues|Taoist Temples|Restaurants|afghani=Afghan|African|Senegalese|\
    South African|newamerican=American (New)|tradamerican=American (Traditional)|Andalusian|\
    Arabian|Arab Pizza|Argentine|Armenian|Asian Fusion|Asturian|Australian|Austrian|Baguettes|\
    Bangladeshi|bbq=Barbeque|Basque|Bavarian|Beer Garden|Beer Hall|Beisl|Belgian|Flemish|Bistros|\
    Black Sea|Brasseries|Brazilian|Brazilian Empanadas|Central Brazilian|Northeastern Brazilian|\
    Northern Brazilian|Rodizios|breakfast_brunch=Breakfast & Brunch|British|Buffets|Bulgarian|\
    Burgers|Burmese|Cafes|Themed Cafes|Cafeteria|cajun=Cajun/Creole|Cambodian|\
    newcanadian=Canadian (New)|Canteen|Caribbean|Dominican|Haitian|Puerto Rican|Trinidadian|\
    Catalan|Cheesesteaks|Chicken Shop|chicken_wings=Chicken Wings|Chilean|Chinese|Cantonese|Congee|\
    Dim Sum|Fuzhou|Hainan|Hakka|Henghwa|Hokkien|Hunan|Pekinese|Shanghainese|Szechuan|Teochew|\
    Comfort Food|Corsican|Creperies|Cuban|Curry Sausage|Cypriot|Czech|Czech/Slovakian|Danish|Delis|\
    Diners|Dinner Theater|Dumplings|eastern_european=Eastern European|Ethiopian|hotdogs=Fast Food|\
    Filipino|Fischbroetchen|fishnchips=Fish & Chips|Flatbread|Fondue|food_court=Food Court|\
    Food Stands|Freiduria|French|Alsatian|Auvergnat|Berrichon|Bourguignon|Mauritius|nicois=Nicoise|\
    Provencal|Reunion|sud_ouest=French Southwest|Galician|Game Meat|Gastropubs|Georgian|German|\
    Baden|Eastern German|Franconian|Hessian|Northern German|Palatine|Rhinelandian|Giblets|\
    gluten_free=Gluten-Free|Greek|Guamanian|Halal|Hawaiian|Heuriger|himalayan=Himalayan/Nepalese|\
    Honduran|hkcafe=Hong Kong Style Cafe|hotdog=Hot Dogs|Hot Pot|Hungarian|Iberian|indpak=Indian|\
    Indonesian|International|Irish|island_pub=Island Pub|Israeli|Italian|Abruzzese|Altoatesine|\
    Apulian|Calabrian|Cucina campana|Emilian|Friulan|Ligurian|Lumbard|Napoletana|Piemonte|Roman|\
    Sardinian|Sicilian|Tuscan|Venetian|Japanese|Blowfish|conveyorsushi=Conveyor Belt Sushi|Donburi|\
    Gyudon|Oyakodon|Hand Rolls|Horumon|Izakaya|japacurry=Japanese Curry|Kaiseki|Kushikatsu|Oden|\
    Okinawan|Okonomiyaki|Onigiri|Ramen|Robatayaki|Soba|Sukiyaki|Takoyaki|Tempura|Teppanyaki|\
    Tonkatsu|Udon|Unagi|westernjapanese=Western Style Japanese Food|Yakiniku|Yakitori|Jewish|Kebab|\
    Kopitiam|Korean|Kosher|Kurdish|Laos|Laotian|latin=Latin American|Colombian|Salvadoran|\
    Venezuelan|raw_food=Live/Raw Food|Lyonnais|Malaysian|Mamak|Nyonya|Meatballs|Mediterranean|\
    Falafel|Mexican|Eastern Mexican|Jaliscan|Northern Mexican|Oaxacan|Pueblan|Tacos|Tamales|\
    Yucatan|mideastern=Middle Eastern|Egyptian|Lebanese|Milk Bars|\
    modern_australian=Modern Australian|modern_european=Modern European|Mongolian|Moroccan|\
    newmexican=New Mexican Cuisine|New Zealand|Nicaraguan|Night Food|Nikkei|Noodles|Norcinerie|\
    Open Sandwiches|Oriental|PF/Comercial|Pakistani|Pan Asian|eltern_cafes=Parent Cafes|Parma|\
    persian=Persian/Iranian|Peruvian|Pita|Pizza|Polish|Pierogis|Pop-Up Restaurants|Portuguese|\
    Alentejo|Algarve|Azores|Beira|fado_houses=Fado Houses|Madeira|Minho|Ribatejo|\
    tras_os_montes=Tras-os-Montes|Potatoes|Poutineries|Pub Food|riceshop=Rice|Romanian|\
    rotisserie_chicken=Rotisserie Chicken|Russian|Salad|Sandwiches|Scandinavian|Schnitzel|Scottish|\
    Seafood|Serbo Croatian|signature_cuisine=Signature Cuisine|Singaporean|Slovakian|Soul Food|\
    Soup|Southern|Spanish|arroceria_paella=Arroceria / Paella|Sri Lankan|steak=Steakhouses|\
    Supper Clubs|sushi=Sushi Bars|Swabian|Swedish|Swiss Food|Syrian|Tabernas|Taiwanese|\
    tapas=Tapas Bars|tapasmallplates=Tapas/Small Plates|Tavola Calda|tex-mex=Tex-Mex|Thai|\
    norwegian=Traditional Norwegian|traditional_swedish=Traditional Swedish|Trattorie|Turkish|\
    Chee Kufta|Gozleme|Homemade Food|Lahmacun|Ottoman Cuisine|Turkish Ravioli|Ukrainian|Uzbek|\
    Vegan|Vegetarian|Venison|Vietnamese|Waffles|Wok|Wraps|Yugoslav|Shopping|Adult|Antiques|\
    artsandcrafts=Arts & Crafts|Art Supplies|Ateliers|stationery=Cards & Stationery|\
    Cooking Classes|Costumes|embroideryandcrochet=Embroidery & Crochet|Fabric Stores|Framing|\
    Paint-Your-Own Pottery|Auction Houses|baby_gear=Baby Gear & Furniture|Battery Stores|\
    bespoke=Bespoke Clothing|media=Books, Mags, Music & Video|Bookstores|Comic Books|\
    musicvideo=Music & DVDs|mags=Newspapers & Magazines|Video Game Stores|\
    videoandgames=Videos & Video Game Rental|vinyl_records=Vinyl Records|Brewing Supplies|Bridal|\
    Cannabis Dispensaries|Chinese Bazaar|Computers|concept_shops=Concept Shops|\
    custommerchandise=Customized Merchandise|deptstores=Department Stores|Discount Store|\
    Drugstores|Duty-Free Shops|Electronics|opticians=Eyewear & Opticians|Farming Equipment|Fashion|\
    Accessories|Ceremonial Clothing|childcloth=Children's Clothing|Clothing Rental|Formal Wear|\
    Fur Clothing|Hats|Kimonos|leather=Leather Goods|Lingerie|maternity=Maternity Wear|\
    menscloth=Men's Clothing|plus_size_fashion=Plus Size Fashion|shoes=Shoe Stores|Sleepwear|\
    Sports Wear|Dance Wear|Stockings|Surf Shop|Swimwear|tradclothing=Traditional Clothing|\
    vintage=Used, Vintage & Consignment|womenscloth=Women's Clothing|Fireworks|\
    fitnessequipment=Fitness/Exercise Equipment|Flea Markets|flowers=Flowers & Gifts|Florists|\
    Gift Shops|Gold Buyers|guns_and_ammo=Guns & Ammo|Head Shops|hifi=High Fidelity Audio Equipment|\
    Hobby Shops|homeandgarden=Home & Garden|Appliances|Candle Stores|Christmas Trees|\
    furniture=Furniture Stores|Grilling Equipment|hardware=Hardware Stores|Holiday Decorations|\
    Home Decor|hottubandpool=Hot Tub & Pool|kitchenandbath=Kitchen & Bath|Linens|\
    Materiale elettrico|Mattresses|gardening=Nurseries & Gardening|Hydroponics|\
    outdoorfurniture=Outdoor Furniture Stores|Paint Stores|Playsets|Pumpkin Patches|Rugs|Tableware|\
    horsequipment=Horse Equipment Shops|Jewelry|Kiosk|Knitting Supplies|\
    livestocksupply=Livestock Feed & Supply|Luggage|Market Stalls|Medical Supplies|\
    Military Surplus|cellphoneaccessories=Mobile Phone Accessories|Mobile Phones|\
    motorcyclinggear=Motorcycle Gear|musicalinstrumentsandteachers=Musical Instruments & Teachers|\
    Office Equipment|outlet_stores=Outlet Stores|Packing Supplies|pawn=Pawn Shops|\
    personal_shopping=Personal Shopping|photographystores=Photography Stores & Services|\
    Pool & Billiards|Pop-up Shops|Props|Public Markets|Religious Items|Safe Stores|\
    Safety Equipment|Scandinavian Design|Shopping Centers|Shopping Passages|\
    souvenirs=Souvenir Shops|spiritual_shop=Spiritual Shop|sportgoods=Sporting Goods|Bikes|\
    Dive Shops|Golf Equipment|Hunting & Fishing Supplies|Outdoor Gear|Skate Shops|\
    skishops=Ski & Snowboard Shops|Tabletop Games|Teacher Supplies|thrift_stores=Thrift Stores|\
    Tickets|Tobacco Shops|toys=Toy Stores|Trophy Shops|Uniforms|usedbooks=Used Bookstore|\
    Vape Shops|Vitamins & Supplements|Watches|wholesale_stores=Wholesale Stores|Wigs
    """
}
