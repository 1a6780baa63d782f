#!/bin/bash

__yelp-query_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__yelp-query_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__yelp-query_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__yelp-query_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_yelp-query() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=(-q --quiet -v --verbose)
    local -a non_repeating_flags=(--summary --no-summary --no-config --print-config --version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=(--log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    search|phone|transactions|business|match|reviews|autocomplete|event|events|featured-event|categories|category|chat|engagement|service-offerings|insights|review-highlights|jobs|openings|parse|quota|help)
        # Offer subcommand argument completions
        "_yelp-query_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'search phone transactions business match reviews autocomplete event events featured-event categories category chat engagement service-offerings insights review-highlights jobs openings parse quota help' -- "${cur}"))
        ;;
    esac
}

_yelp-query_search() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--open-now --no-open-now --matches-party-size-param --no-matches-party-size-param --all --no-all --links --build --dry-run --cache --no-cache --offline --refresh --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--location --latitude --longitude --term --radius --categories --locale --limit --offset --sort-by --price --open-at --attributes --device-platform --reservation-date --reservation-time --reservation-covers --job-alias --max-results --base-url --api-key-file --budget --reserve --event-log --adapter --cache-ttl --stale-if-error --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--location')
        return
        ;;
    '--latitude')
        return
        ;;
    '--longitude')
        return
        ;;
    '--term')
        return
        ;;
    '--radius')
        return
        ;;
    '--categories')
        __yelp-query_add_completions -W 'active'$'\n''atvrentals'$'\n''airsoft'$'\n''amateursportsteams'$'\n''amusementparks'$'\n''aquariums'$'\n''archery'$'\n''badminton'$'\n''baseballfields'$'\n''basketballcourts'$'\n''bathing_area'$'\n''battingcages'$'\n''beachequipmentrental'$'\n''beachvolleyball'$'\n''beaches'$'\n''bicyclepaths'$'\n''bikeparking'$'\n''bikerentals'$'\n''boating'$'\n''bobsledding'$'\n''bocceball'$'\n''bowling'$'\n''bubblesoccer'$'\n''bungeejumping'$'\n''carousels'$'\n''challengecourses'$'\n''climbing'$'\n''cyclingclasses'$'\n''daycamps'$'\n''discgolf'$'\n''diving'$'\n''freediving'$'\n''scuba'$'\n''escapegames'$'\n''experiences'$'\n''fencing'$'\n''fishing'$'\n''fitness'$'\n''aerialfitness'$'\n''barreclasses'$'\n''bootcamps'$'\n''boxing'$'\n''cardioclasses'$'\n''dancestudio'$'\n''emstraining'$'\n''golflessons'$'\n''gyms'$'\n''circuittraininggyms'$'\n''intervaltraininggyms'$'\n''martialarts'$'\n''brazilianjiujitsu'$'\n''chinesemartialarts'$'\n''karate'$'\n''kickboxing'$'\n''muaythai'$'\n''taekwondo'$'\n''meditationcenters'$'\n''pilates'$'\n''qigong'$'\n''selfdefenseclasses'$'\n''taichi'$'\n''healthtrainers'$'\n''yoga'$'\n''flyboarding'$'\n''gliding'$'\n''gokarts'$'\n''golf'$'\n''gun_ranges'$'\n''gymnastics'$'\n''handball'$'\n''hanggliding'$'\n''hiking'$'\n''horseracing'$'\n''horsebackriding'$'\n''hot_air_balloons'$'\n''indoor_playcenter'$'\n''jetskis'$'\n''kids_activities'$'\n''kiteboarding'$'\n''lakes'$'\n''lasertag'$'\n''lawn_bowling'$'\n''mini_golf'$'\n''mountainbiking'$'\n''nudist'$'\n''paddleboarding'$'\n''paintball'$'\n''parasailing'$'\n''parks'$'\n''dog_parks'$'\n''skate_parks'$'\n''playgrounds'$'\n''publicplazas'$'\n''races'$'\n''racingexperience'$'\n''rafting'$'\n''recreation'$'\n''rock_climbing'$'\n''sailing'$'\n''scavengerhunts'$'\n''scooterrentals'$'\n''seniorcenters'$'\n''skatingrinks'$'\n''skiing'$'\n''skydiving'$'\n''sledding'$'\n''snorkeling'$'\n''football'$'\n''sport_equipment_hire'$'\n''sports_clubs'$'\n''squash'$'\n''summer_camps'$'\n''surflifesaving'$'\n''surfing'$'\n''swimmingpools'$'\n''tennis'$'\n''trampoline'$'\n''tubing'$'\n''volleyball'$'\n''waterparks'$'\n''wildlifehunting'$'\n''zipline'$'\n''zoos'$'\n''pettingzoos'$'\n''zorbing'$'\n''arts'$'\n''arcades'$'\n''galleries'$'\n''bettingcenters'$'\n''bingo'$'\n''gardens'$'\n''cabaret'$'\n''casinos'$'\n''castles'$'\n''choirs'$'\n''movietheaters'$'\n''driveintheater'$'\n''outdoormovies'$'\n''countryclubs'$'\n''culturalcenter'$'\n''farms'$'\n''attractionfarms'$'\n''pickyourown'$'\n''ranches'$'\n''festivals'$'\n''xmasmarkets'$'\n''funfair'$'\n''generalfestivals'$'\n''tradefairs'$'\n''hauntedhouses'$'\n''jazzandblues'$'\n''lancenters'$'\n''mahjong'$'\n''marchingbands'$'\n''museums'$'\n''artmuseums'$'\n''childrensmuseums'$'\n''observatories'$'\n''opera'$'\n''pachinko'$'\n''paintandsip'$'\n''theater'$'\n''planetarium'$'\n''sportsteams'$'\n''psychic_astrology'$'\n''psychicmediums'$'\n''racetracks'$'\n''rodeo'$'\n''social_clubs'$'\n''veteransorganizations'$'\n''stadiumsarenas'$'\n''streetart'$'\n''studiotaping'$'\n''tablaoflamenco'$'\n''ticketsales'$'\n''winetastingroom'$'\n''auto'$'\n''aircraftdealers'$'\n''aircraftrepairs'$'\n''autocustomization'$'\n''auto_detailing'$'\n''autoelectric'$'\n''autoglass'$'\n''carwindowtinting'$'\n''autoloanproviders'$'\n''autopartssupplies'$'\n''autorepair'$'\n''diyautoshop'$'\n''autosecurity'$'\n''autoupholstery'$'\n''boatdealers'$'\n''bodyshops'$'\n''carauctions'$'\n''carbrokers'$'\n''carbuyers'$'\n''car_dealers'$'\n''autodamageassessment'$'\n''carshares'$'\n''stereo_installation'$'\n''carwash'$'\n''truckdealers'$'\n''truckrepair'$'\n''evchargingstations'$'\n''fueldocks'$'\n''servicestations'$'\n''hybridcarrepair'$'\n''interlocksystems'$'\n''marinas'$'\n''mobiledentrepair'$'\n''mobilityequipment'$'\n''motorcycledealers'$'\n''motorcyclerepair'$'\n''motodealers'$'\n''motorepairs'$'\n''oilchange'$'\n''parking'$'\n''rv_dealers'$'\n''rvrepair'$'\n''registrationservices'$'\n''roadsideassist'$'\n''service_stations'$'\n''smog_check_stations'$'\n''tires'$'\n''towing'$'\n''trailerdealers'$'\n''trailerrental'$'\n''trailerrepair'$'\n''transmissionrepair'$'\n''truck_rental'$'\n''usedcardealers'$'\n''vehicleshipping'$'\n''vehiclewraps'$'\n''wheelrimrepair'$'\n''windshieldinstallrepair'$'\n''beautysvc'$'\n''acnetreatment'$'\n''barbers'$'\n''cosmetics'$'\n''spas'$'\n''eroticmassage'$'\n''eyebrowservices'$'\n''eyelashservice'$'\n''hair_extensions'$'\n''hairloss'$'\n''hairremoval'$'\n''laser_hair_removal'$'\n''sugaring'$'\n''threadingservices'$'\n''waxing'$'\n''hair'$'\n''blowoutservices'$'\n''hairstylists'$'\n''menshair'$'\n''hotsprings'$'\n''makeupartists'$'\n''massage'$'\n''othersalons'$'\n''nailtechnicians'$'\n''perfume'$'\n''permanentmakeup'$'\n''piercing'$'\n''rolfing'$'\n''skincare'$'\n''tanning'$'\n''spraytanning'$'\n''tanningbeds'$'\n''tattoo'$'\n''teethwhitening'$'\n''bicycles'$'\n''bikeassociations'$'\n''bikerepair'$'\n''bikeshop'$'\n''specialbikes'$'\n''education'$'\n''adultedu'$'\n''artclasses'$'\n''collegecounseling'$'\n''collegeuniv'$'\n''educationservices'$'\n''elementaryschools'$'\n''highschools'$'\n''montessori'$'\n''preschools'$'\n''privateschools'$'\n''privatetutors'$'\n''religiousschools'$'\n''specialed'$'\n''specialtyschools'$'\n''artschools'$'\n''bartendingschools'$'\n''cprclasses'$'\n''cheerleading'$'\n''childbirthedu'$'\n''circusschools'$'\n''cookingschools'$'\n''cosmetology_schools'$'\n''duischools'$'\n''dance_schools'$'\n''dramaschools'$'\n''driving_schools'$'\n''firearmtraining'$'\n''firstaidclasses'$'\n''flightinstruction'$'\n''foodsafety'$'\n''language_schools'$'\n''massage_schools'$'\n''nursingschools'$'\n''parentingclasses'$'\n''poledancingclasses'$'\n''sambaschools'$'\n''skischools'$'\n''surfschools'$'\n''swimminglessons'$'\n''trafficschools'$'\n''vocation'$'\n''tastingclasses'$'\n''cheesetastingclasses'$'\n''winetasteclasses'$'\n''testprep'$'\n''tutoring'$'\n''waldorfschools'$'\n''eventservices'$'\n''bartenders'$'\n''boatcharters'$'\n''caricatures'$'\n''catering'$'\n''clowns'$'\n''djs'$'\n''facepainting'$'\n''gametruckrental'$'\n''golfcartrentals'$'\n''hennaartists'$'\n''magicians'$'\n''mohels'$'\n''musicians'$'\n''officiants'$'\n''eventplanning'$'\n''partybikerentals'$'\n''partybusrentals'$'\n''partycharacters'$'\n''partyequipmentrentals'$'\n''bouncehouserentals'$'\n''partysupplies'$'\n''personalchefs'$'\n''photoboothrentals'$'\n''photographers'$'\n''boudoirphotography'$'\n''eventphotography'$'\n''sessionphotography'$'\n''silentdisco'$'\n''sommelierservices'$'\n''teambuilding'$'\n''triviahosts'$'\n''valetservices'$'\n''venues'$'\n''videographers'$'\n''weddingchappels'$'\n''wedding_planning'$'\n''financialservices'$'\n''banks'$'\n''businessfinancing'$'\n''paydayloans'$'\n''currencyexchange'$'\n''debtrelief'$'\n''financialadvising'$'\n''installmentloans'$'\n''insurance'$'\n''autoinsurance'$'\n''homeinsurance'$'\n''lifeinsurance'$'\n''investing'$'\n''mortgagelenders'$'\n''taxservices'$'\n''titleloans'$'\n''food'$'\n''acaibowls'$'\n''backshop'$'\n''bagels'$'\n''bakeries'$'\n''beer_and_wine'$'\n''bento'$'\n''beverage_stores'$'\n''breweries'$'\n''bubbletea'$'\n''butcher'$'\n''csa'$'\n''chimneycakes'$'\n''churros'$'\n''cideries'$'\n''coffee'$'\n''coffeeteasupplies'$'\n''coffeeroasteries'$'\n''convenience'$'\n''cupcakes'$'\n''customcakes'$'\n''delicatessen'$'\n''desserts'$'\n''distilleries'$'\n''diyfood'$'\n''donairs'$'\n''donuts'$'\n''empanadas'$'\n''ethicgrocery'$'\n''farmersmarket'$'\n''fishmonger'$'\n''fooddeliveryservices'$'\n''foodtrucks'$'\n''friterie'$'\n''gelato'$'\n''grocery'$'\n''hawkercentre'$'\n''honey'$'\n''icecream'$'\n''importedfood'$'\n''intlgrocery'$'\n''internetcafe'$'\n''jpsweets'$'\n''taiyaki'$'\n''juicebars'$'\n''kombucha'$'\n''milkshakebars'$'\n''gluhwein'$'\n''nasilemak'$'\n''organic_stores'$'\n''panzerotti'$'\n''cakeshop'$'\n''piadina'$'\n''poke'$'\n''pretzels'$'\n''salumerie'$'\n''shavedice'$'\n''shavedsnow'$'\n''smokehouse'$'\n''gourmet'$'\n''candy'$'\n''cheese'$'\n''chocolate'$'\n''dagashi'$'\n''driedfruit'$'\n''frozenfood'$'\n''markets'$'\n''healthmarkets'$'\n''herbsandspices'$'\n''macarons'$'\n''meats'$'\n''oliveoil'$'\n''pastashops'$'\n''popcorn'$'\n''seafoodmarkets'$'\n''tofu'$'\n''streetvendors'$'\n''sugarshacks'$'\n''tea'$'\n''torshi'$'\n''tortillas'$'\n''waterstores'$'\n''wineries'$'\n''zapiekanka'$'\n''health'$'\n''acupuncture'$'\n''animalassistedtherapy'$'\n''assistedliving'$'\n''ayurveda'$'\n''behavioranalysts'$'\n''blooddonation'$'\n''cannabis_clinics'$'\n''cannabistours'$'\n''cannabiscollective'$'\n''chiropractors'$'\n''colonics'$'\n''conciergemedicine'$'\n''c_and_mh'$'\n''psychoanalysts'$'\n''psychologists'$'\n''psychotherapists'$'\n''sextherapists'$'\n''sophrologists'$'\n''sportspsychologists'$'\n''cryotherapy'$'\n''dentalhygienists'$'\n''dentalhygienistsmobile'$'\n''dentalhygeiniststorefront'$'\n''dentists'$'\n''cosmeticdentists'$'\n''endodontists'$'\n''generaldentistry'$'\n''oralsurgeons'$'\n''orthodontists'$'\n''pediatric_dentists'$'\n''periodontists'$'\n''diagnosticservices'$'\n''diagnosticimaging'$'\n''laboratorytesting'$'\n''dialysisclinics'$'\n''dietitians'$'\n''physicians'$'\n''addictionmedicine'$'\n''allergist'$'\n''anesthesiologists'$'\n''audiologist'$'\n''cardiology'$'\n''cosmeticsurgeons'$'\n''dermatology'$'\n''earnosethroat'$'\n''emergencymedicine'$'\n''endocrinologists'$'\n''familydr'$'\n''fertility'$'\n''gastroenterologist'$'\n''geneticists'$'\n''gerontologist'$'\n''hepatologists'$'\n''homeopathic'$'\n''hospitalists'$'\n''immunodermatologists'$'\n''infectiousdisease'$'\n''internalmed'$'\n''naturopathic'$'\n''nephrologists'$'\n''neurologist'$'\n''neuropathologists'$'\n''neurotologists'$'\n''obgyn'$'\n''oncologist'$'\n''opthamalogists'$'\n''orthopedists'$'\n''osteopathicphysicians'$'\n''otologists'$'\n''painmanagement'$'\n''pathologists'$'\n''pediatricians'$'\n''phlebologists'$'\n''podiatrists'$'\n''preventivemedicine'$'\n''proctologist'$'\n''psychiatrists'$'\n''pulmonologist'$'\n''radiologists'$'\n''rhematologists'$'\n''spinesurgeons'$'\n''sportsmed'$'\n''surgeons'$'\n''tattooremoval'$'\n''toxicologists'$'\n''underseamedicine'$'\n''urologists'$'\n''vascularmedicine'$'\n''doulas'$'\n''emergencyrooms'$'\n''floatspa'$'\n''habilitativeservices'$'\n''halfwayhouses'$'\n''halotherapy'$'\n''healthinsurance'$'\n''hearingaidproviders'$'\n''hearing_aids'$'\n''herbalshops'$'\n''homehealthcare'$'\n''hospice'$'\n''hospitals'$'\n''hydrotherapy'$'\n''hypnosis'$'\n''ivhydration'$'\n''lactationservices'$'\n''laserlasikeyes'$'\n''liceservices'$'\n''massage_therapy'$'\n''cannabisreferrals'$'\n''medcenters'$'\n''bulkbilling'$'\n''osteopaths'$'\n''walkinclinics'$'\n''medicalfoot'$'\n''medicalspa'$'\n''medicaltransportation'$'\n''midwives'$'\n''nursepractitioner'$'\n''nutritionists'$'\n''occupationaltherapy'$'\n''optometrists'$'\n''organdonorservices'$'\n''orthotics'$'\n''oxygenbars'$'\n''personalcare'$'\n''pharmacy'$'\n''physicaltherapy'$'\n''placentaencapsulation'$'\n''prenatal'$'\n''prosthetics'$'\n''prosthodontists'$'\n''psychotechnicaltests'$'\n''reflexology'$'\n''rehabilitation_center'$'\n''reiki'$'\n''retirement_homes'$'\n''saunas'$'\n''skillednursing'$'\n''sleepspecialists'$'\n''speech_therapists'$'\n''spermclinic'$'\n''tcm'$'\n''tuina'$'\n''urgent_care'$'\n''weightlosscenters'$'\n''homeservices'$'\n''artificialturf'$'\n''buildingsupplies'$'\n''cabinetry'$'\n''carpenters'$'\n''carpetinstallation'$'\n''carpeting'$'\n''childproofing'$'\n''chimneysweeps'$'\n''contractors'$'\n''countertopinstall'$'\n''damagerestoration'$'\n''decksrailing'$'\n''demolitionservices'$'\n''doorsales'$'\n''drywall'$'\n''electricians'$'\n''excavationservices'$'\n''fencesgates'$'\n''fireprotection'$'\n''fireplace'$'\n''firewood'$'\n''flooring'$'\n''foundationrepair'$'\n''furnitureassembly'$'\n''garage_door_services'$'\n''gardeners'$'\n''glassandmirrors'$'\n''gutterservices'$'\n''handyman'$'\n''hvac'$'\n''seasonaldecorservices'$'\n''homeautomation'$'\n''homecleaning'$'\n''homeenergyauditors'$'\n''home_inspectors'$'\n''homenetworkinstall'$'\n''home_organization'$'\n''hometheatreinstallation'$'\n''homewindowtinting'$'\n''housesitters'$'\n''insulationinstallation'$'\n''interiordesign'$'\n''isps'$'\n''irrigation'$'\n''locksmiths'$'\n''landscapearchitects'$'\n''landscaping'$'\n''lighting'$'\n''masonry_concrete'$'\n''mobile_home_repair'$'\n''movers'$'\n''packingservices'$'\n''painters'$'\n''patiocoverings'$'\n''plumbing'$'\n''backflowservices'$'\n''poolservice'$'\n''poolcleaners'$'\n''pressurewashers'$'\n''refinishing'$'\n''roofinspectors'$'\n''roofing'$'\n''saunainstallation'$'\n''securitysystems'$'\n''blinds'$'\n''shutters'$'\n''solarinstallation'$'\n''solarpanelcleaning'$'\n''structuralengineers'$'\n''stucco'$'\n''televisionserviceproviders'$'\n''tiling'$'\n''treeservices'$'\n''utilities'$'\n''vinylsiding'$'\n''wallpapering'$'\n''waterheaterinstallrepair'$'\n''waterpurification'$'\n''waterproofing'$'\n''windowwashing'$'\n''windowsinstallation'$'\n''hotelstravel'$'\n''airports'$'\n''airportterminals'$'\n''bedbreakfast'$'\n''campgrounds'$'\n''carrental'$'\n''guesthouses'$'\n''healthretreats'$'\n''hostels'$'\n''hotels'$'\n''agriturismi'$'\n''mountainhuts'$'\n''pensions'$'\n''residences'$'\n''reststops'$'\n''ryokan'$'\n''motorcycle_rental'$'\n''rvparks'$'\n''rvrental'$'\n''resorts'$'\n''skiresorts'$'\n''tours'$'\n''aerialtours'$'\n''architecturaltours'$'\n''arttours'$'\n''beertours'$'\n''boattours'$'\n''bustours'$'\n''foodtours'$'\n''historicaltours'$'\n''scootertours'$'\n''walkingtours'$'\n''whalewatchingtours'$'\n''winetours'$'\n''trainstations'$'\n''transport'$'\n''airlines'$'\n''airport_shuttles'$'\n''bikesharing'$'\n''busstations'$'\n''buses'$'\n''cablecars'$'\n''dolmusstation'$'\n''ferries'$'\n''limos'$'\n''metrostations'$'\n''pedicabs'$'\n''privatejetcharter'$'\n''publictransport'$'\n''sharedtaxis'$'\n''taxis'$'\n''towncarservice'$'\n''trains'$'\n''watertaxis'$'\n''travelservices'$'\n''luggagestorage'$'\n''passportvisaservices'$'\n''travelagents'$'\n''visitorcenters'$'\n''vacationrentalagents'$'\n''vacation_rentals'$'\n''localflavor'$'\n''parklets'$'\n''publicart'$'\n''unofficialyelpevents'$'\n''yelpevents'$'\n''localservices'$'\n''3dprinting'$'\n''adoptionservices'$'\n''airductcleaning'$'\n''homeappliancerepair'$'\n''appraisalservices'$'\n''artrestoration'$'\n''awnings'$'\n''bailbondsmen'$'\n''bike_repair_maintenance'$'\n''bookbinding'$'\n''busrental'$'\n''calligraphy'$'\n''carpet_cleaning'$'\n''childcare'$'\n''clockrepair'$'\n''communitybookbox'$'\n''communitygardens'$'\n''nonprofit'$'\n''foodbanks'$'\n''homelessshelters'$'\n''couriers'$'\n''craneservices'$'\n''eldercareplanning'$'\n''electronicsrepair'$'\n''engraving'$'\n''enviroabatement'$'\n''environmentaltesting'$'\n''farmequipmentrepair'$'\n''fingerprinting'$'\n''forestry'$'\n''funeralservices'$'\n''cremationservices'$'\n''mortuaryservices'$'\n''rentfurniture'$'\n''furniturerepair'$'\n''reupholstery'$'\n''generatorinstallrepair'$'\n''gestorias'$'\n''hazardouswastedisposal'$'\n''hydrojetting'$'\n''itservices'$'\n''datarecovery'$'\n''mobilephonerepair'$'\n''telecommunications'$'\n''icedelivery'$'\n''internetbooth'$'\n''jewelryrepair'$'\n''junkremovalandhauling'$'\n''dumpsterrental'$'\n''junkyards'$'\n''knifesharpening'$'\n''laundryservices'$'\n''dryclean'$'\n''laundromat'$'\n''machinerental'$'\n''machineshops'$'\n''mailboxcenters'$'\n''metalfabricators'$'\n''musicinstrumentservices'$'\n''guitarstores'$'\n''pianoservices'$'\n''pianostores'$'\n''nannys'$'\n''notaries'$'\n''pest_control'$'\n''powdercoating'$'\n''copyshops'$'\n''propane'$'\n''record_labels'$'\n''recording_studios'$'\n''recyclingcenter'$'\n''sandblasting'$'\n''screenprinting'$'\n''screen_printing_tshirt_printing'$'\n''selfstorage'$'\n''septicservices'$'\n''sewingalterations'$'\n''shipping_centers'$'\n''shoerepair'$'\n''shoeshine'$'\n''snowremoval'$'\n''snuggleservices'$'\n''tvmounting'$'\n''watch_repair'$'\n''waterdelivery'$'\n''welldrilling'$'\n''wildlifecontrol'$'\n''youth_club'$'\n''massmedia'$'\n''printmedia'$'\n''radiostations'$'\n''televisionstations'$'\n''nightlife'$'\n''adultentertainment'$'\n''barcrawl'$'\n''bars'$'\n''absinthebars'$'\n''airportlounges'$'\n''beachbars'$'\n''beerbar'$'\n''champagne_bars'$'\n''cocktailbars'$'\n''divebars'$'\n''drivethrubars'$'\n''gaybars'$'\n''hookah_bars'$'\n''hotel_bar'$'\n''irish_pubs'$'\n''lounges'$'\n''pubs'$'\n''pulquerias'$'\n''sakebars'$'\n''speakeasies'$'\n''sportsbars'$'\n''tabac'$'\n''tikibars'$'\n''vermouthbars'$'\n''whiskeybars'$'\n''wine_bars'$'\n''beergardens'$'\n''clubcrawl'$'\n''coffeeshops'$'\n''comedyclubs'$'\n''countrydancehalls'$'\n''danceclubs'$'\n''dancerestaurants'$'\n''fasil'$'\n''karaoke'$'\n''musicvenues'$'\n''pianobars'$'\n''poolhalls'$'\n''pets'$'\n''animalshelters'$'\n''horse_boarding'$'\n''petadoption'$'\n''petservices'$'\n''animalphysicaltherapy'$'\n''aquariumservices'$'\n''dogwalkers'$'\n''emergencypethospital'$'\n''farriers'$'\n''animalholistic'$'\n''pet_sitting'$'\n''petbreeders'$'\n''petcremation'$'\n''groomer'$'\n''pethospice'$'\n''petinsurance'$'\n''petphotography'$'\n''pet_training'$'\n''pettransport'$'\n''petstore'$'\n''birdshops'$'\n''localfishstores'$'\n''reptileshops'$'\n''vet'$'\n''professional'$'\n''accountants'$'\n''advertising'$'\n''architects'$'\n''billingservices'$'\n''boatrepair'$'\n''bookkeepers'$'\n''businessconsulting'$'\n''careercounseling'$'\n''commissionedartists'$'\n''customsbrokers'$'\n''digitizingservices'$'\n''duplicationservices'$'\n''editorialservices'$'\n''employmentagencies'$'\n''fengshui'$'\n''graphicdesign'$'\n''indoorlandscaping'$'\n''lawyers'$'\n''bankruptcy'$'\n''businesslawyers'$'\n''contractlaw'$'\n''criminaldefense'$'\n''duilawyers'$'\n''disabilitylaw'$'\n''divorce'$'\n''employmentlawyers'$'\n''entertainmentlaw'$'\n''estateplanning'$'\n''willstrustsprobates'$'\n''general_litigation'$'\n''iplaw'$'\n''immigrationlawyers'$'\n''medicallaw'$'\n''personal_injury'$'\n''realestatelawyers'$'\n''socialsecuritylaw'$'\n''taxlaw'$'\n''trafficticketinglaw'$'\n''workerscomplaw'$'\n''legalservices'$'\n''courtreporters'$'\n''processservers'$'\n''lifecoach'$'\n''marketing'$'\n''matchmakers'$'\n''mediators'$'\n''musicproduction'$'\n''officecleaning'$'\n''patentlaw'$'\n''payroll'$'\n''personalassistants'$'\n''privateinvestigation'$'\n''productdesign'$'\n''publicrelations'$'\n''security'$'\n''shredding'$'\n''signmaking'$'\n''softwaredevelopment'$'\n''talentagencies'$'\n''taxidermy'$'\n''tenantlaw'$'\n''translationservices'$'\n''videofilmproductions'$'\n''web_design'$'\n''wholesalers'$'\n''suppliesrestaurant'$'\n''publicservicesgovt'$'\n''authorized_postal_representative'$'\n''civiccenter'$'\n''communitycenters'$'\n''courthouses'$'\n''departmentsofmotorvehicles'$'\n''embassy'$'\n''firedepartments'$'\n''landmarks'$'\n''libraries'$'\n''municipality'$'\n''policedepartments'$'\n''postoffices'$'\n''registry_office'$'\n''taxoffice'$'\n''townhall'$'\n''realestate'$'\n''apartments'$'\n''artspacerentals'$'\n''commercialrealestate'$'\n''condominiums'$'\n''estateliquidation'$'\n''homedevelopers'$'\n''homestaging'$'\n''homeownerassociation'$'\n''housingcooperatives'$'\n''kitchenincubators'$'\n''mobilehomes'$'\n''mobileparks'$'\n''mortgagebrokers'$'\n''propertymgmt'$'\n''realestateagents'$'\n''realestatesvcs'$'\n''landsurveying'$'\n''estatephotography'$'\n''sharedofficespaces'$'\n''university_housing'$'\n''religiousorgs'$'\n''afrobrazilian'$'\n''buddhist_temples'$'\n''churches'$'\n''hindu_temples'$'\n''mosques'$'\n''shrines'$'\n''spiritism'$'\n''synagogues'$'\n''taoisttemples'$'\n''restaurants'$'\n''afghani'$'\n''african'$'\n''senegalese'$'\n''southafrican'$'\n''newamerican'$'\n''tradamerican'$'\n''andalusian'$'\n''arabian'$'\n''arabpizza'$'\n''argentine'$'\n''armenian'$'\n''asianfusion'$'\n''asturian'$'\n''australian'$'\n''austrian'$'\n''baguettes'$'\n''bangladeshi'$'\n''bbq'$'\n''basque'$'\n''bavarian'$'\n''beergarden'$'\n''beerhall'$'\n''beisl'$'\n''belgian'$'\n''flemish'$'\n''bistros'$'\n''blacksea'$'\n''brasseries'$'\n''brazilian'$'\n''brazilianempanadas'$'\n''centralbrazilian'$'\n''northeasternbrazilian'$'\n''northernbrazilian'$'\n''rodizios'$'\n''breakfast_brunch'$'\n''british'$'\n''buffets'$'\n''bulgarian'$'\n''burgers'$'\n''burmese'$'\n''cafes'$'\n''themedcafes'$'\n''cafeteria'$'\n''cajun'$'\n''cambodian'$'\n''newcanadian'$'\n''canteen'$'\n''caribbean'$'\n''dominican'$'\n''haitian'$'\n''puertorican'$'\n''trinidadian'$'\n''catalan'$'\n''cheesesteaks'$'\n''chickenshop'$'\n''chicken_wings'$'\n''chilean'$'\n''chinese'$'\n''cantonese'$'\n''congee'$'\n''dimsum'$'\n''fuzhou'$'\n''hainan'$'\n''hakka'$'\n''henghwa'$'\n''hokkien'$'\n''hunan'$'\n''pekinese'$'\n''shanghainese'$'\n''szechuan'$'\n''teochew'$'\n''comfortfood'$'\n''corsican'$'\n''creperies'$'\n''cuban'$'\n''currysausage'$'\n''cypriot'$'\n''czech'$'\n''czechslovakian'$'\n''danish'$'\n''delis'$'\n''diners'$'\n''dinnertheater'$'\n''dumplings'$'\n''eastern_european'$'\n''ethiopian'$'\n''hotdogs'$'\n''filipino'$'\n''fischbroetchen'$'\n''fishnchips'$'\n''flatbread'$'\n''fondue'$'\n''food_court'$'\n''foodstands'$'\n''freiduria'$'\n''french'$'\n''alsatian'$'\n''auvergnat'$'\n''berrichon'$'\n''bourguignon'$'\n''mauritius'$'\n''nicois'$'\n''provencal'$'\n''reunion'$'\n''sud_ouest'$'\n''galician'$'\n''gamemeat'$'\n''gastropubs'$'\n''georgian'$'\n''german'$'\n''baden'$'\n''easterngerman'$'\n''franconian'$'\n''hessian'$'\n''northerngerman'$'\n''palatine'$'\n''rhinelandian'$'\n''giblets'$'\n''gluten_free'$'\n''greek'$'\n''guamanian'$'\n''halal'$'\n''hawaiian'$'\n''heuriger'$'\n''himalayan'$'\n''honduran'$'\n''hkcafe'$'\n''hotdog'$'\n''hotpot'$'\n''hungarian'$'\n''iberian'$'\n''indpak'$'\n''indonesian'$'\n''international'$'\n''irish'$'\n''island_pub'$'\n''israeli'$'\n''italian'$'\n''abruzzese'$'\n''altoatesine'$'\n''apulian'$'\n''calabrian'$'\n''cucinacampana'$'\n''emilian'$'\n''friulan'$'\n''ligurian'$'\n''lumbard'$'\n''napoletana'$'\n''piemonte'$'\n''roman'$'\n''sardinian'$'\n''sicilian'$'\n''tuscan'$'\n''venetian'$'\n''japanese'$'\n''blowfish'$'\n''conveyorsushi'$'\n''donburi'$'\n''gyudon'$'\n''oyakodon'$'\n''handrolls'$'\n''horumon'$'\n''izakaya'$'\n''japacurry'$'\n''kaiseki'$'\n''kushikatsu'$'\n''oden'$'\n''okinawan'$'\n''okonomiyaki'$'\n''onigiri'$'\n''ramen'$'\n''robatayaki'$'\n''soba'$'\n''sukiyaki'$'\n''takoyaki'$'\n''tempura'$'\n''teppanyaki'$'\n''tonkatsu'$'\n''udon'$'\n''unagi'$'\n''westernjapanese'$'\n''yakiniku'$'\n''yakitori'$'\n''jewish'$'\n''kebab'$'\n''kopitiam'$'\n''korean'$'\n''kosher'$'\n''kurdish'$'\n''laos'$'\n''laotian'$'\n''latin'$'\n''colombian'$'\n''salvadoran'$'\n''venezuelan'$'\n''raw_food'$'\n''lyonnais'$'\n''malaysian'$'\n''mamak'$'\n''nyonya'$'\n''meatballs'$'\n''mediterranean'$'\n''falafel'$'\n''mexican'$'\n''easternmexican'$'\n''jaliscan'$'\n''northernmexican'$'\n''oaxacan'$'\n''pueblan'$'\n''tacos'$'\n''tamales'$'\n''yucatan'$'\n''mideastern'$'\n''egyptian'$'\n''lebanese'$'\n''milkbars'$'\n''modern_australian'$'\n''modern_european'$'\n''mongolian'$'\n''moroccan'$'\n''newmexican'$'\n''newzealand'$'\n''nicaraguan'$'\n''nightfood'$'\n''nikkei'$'\n''noodles'$'\n''norcinerie'$'\n''opensandwiches'$'\n''oriental'$'\n''pfcomercial'$'\n''pakistani'$'\n''panasian'$'\n''eltern_cafes'$'\n''parma'$'\n''persian'$'\n''peruvian'$'\n''pita'$'\n''pizza'$'\n''polish'$'\n''pierogis'$'\n''popuprestaurants'$'\n''portuguese'$'\n''alentejo'$'\n''algarve'$'\n''azores'$'\n''beira'$'\n''fado_houses'$'\n''madeira'$'\n''minho'$'\n''ribatejo'$'\n''tras_os_montes'$'\n''potatoes'$'\n''poutineries'$'\n''pubfood'$'\n''riceshop'$'\n''romanian'$'\n''rotisserie_chicken'$'\n''russian'$'\n''salad'$'\n''sandwiches'$'\n''scandinavian'$'\n''schnitzel'$'\n''scottish'$'\n''seafood'$'\n''serbocroatian'$'\n''signature_cuisine'$'\n''singaporean'$'\n''slovakian'$'\n''soulfood'$'\n''soup'$'\n''southern'$'\n''spanish'$'\n''arroceria_paella'$'\n''srilankan'$'\n''steak'$'\n''supperclubs'$'\n''sushi'$'\n''swabian'$'\n''swedish'$'\n''swissfood'$'\n''syrian'$'\n''tabernas'$'\n''taiwanese'$'\n''tapas'$'\n''tapasmallplates'$'\n''tavolacalda'$'\n''tex-mex'$'\n''thai'$'\n''norwegian'$'\n''traditional_swedish'$'\n''trattorie'$'\n''turkish'$'\n''cheekufta'$'\n''gozleme'$'\n''homemadefood'$'\n''lahmacun'$'\n''ottomancuisine'$'\n''turkishravioli'$'\n''ukrainian'$'\n''uzbek'$'\n''vegan'$'\n''vegetarian'$'\n''venison'$'\n''vietnamese'$'\n''waffles'$'\n''wok'$'\n''wraps'$'\n''yugoslav'$'\n''shopping'$'\n''adult'$'\n''antiques'$'\n''artsandcrafts'$'\n''artsupplies'$'\n''ateliers'$'\n''stationery'$'\n''cookingclasses'$'\n''costumes'$'\n''embroideryandcrochet'$'\n''fabricstores'$'\n''framing'$'\n''paintyourownpottery'$'\n''auctionhouses'$'\n''baby_gear'$'\n''batterystores'$'\n''bespoke'$'\n''media'$'\n''bookstores'$'\n''comicbooks'$'\n''musicvideo'$'\n''mags'$'\n''videogamestores'$'\n''videoandgames'$'\n''vinyl_records'$'\n''brewingsupplies'$'\n''bridal'$'\n''cannabisdispensaries'$'\n''chinesebazaar'$'\n''computers'$'\n''concept_shops'$'\n''custommerchandise'$'\n''deptstores'$'\n''discountstore'$'\n''drugstores'$'\n''dutyfreeshops'$'\n''electronics'$'\n''opticians'$'\n''farmingequipment'$'\n''fashion'$'\n''accessories'$'\n''ceremonialclothing'$'\n''childcloth'$'\n''clothingrental'$'\n''formalwear'$'\n''furclothing'$'\n''hats'$'\n''kimonos'$'\n''leather'$'\n''lingerie'$'\n''maternity'$'\n''menscloth'$'\n''plus_size_fashion'$'\n''shoes'$'\n''sleepwear'$'\n''sportswear'$'\n''dancewear'$'\n''stockings'$'\n''surfshop'$'\n''swimwear'$'\n''tradclothing'$'\n''vintage'$'\n''womenscloth'$'\n''fireworks'$'\n''fitnessequipment'$'\n''fleamarkets'$'\n''flowers'$'\n''florists'$'\n''giftshops'$'\n''goldbuyers'$'\n''guns_and_ammo'$'\n''headshops'$'\n''hifi'$'\n''hobbyshops'$'\n''homeandgarden'$'\n''appliances'$'\n''candlestores'$'\n''christmastrees'$'\n''furniture'$'\n''grillingequipment'$'\n''hardware'$'\n''holidaydecorations'$'\n''homedecor'$'\n''hottubandpool'$'\n''kitchenandbath'$'\n''linens'$'\n''materialeelettrico'$'\n''mattresses'$'\n''gardening'$'\n''hydroponics'$'\n''outdoorfurniture'$'\n''paintstores'$'\n''playsets'$'\n''pumpkinpatches'$'\n''rugs'$'\n''tableware'$'\n''horsequipment'$'\n''jewelry'$'\n''kiosk'$'\n''knittingsupplies'$'\n''livestocksupply'$'\n''luggage'$'\n''marketstalls'$'\n''medicalsupplies'$'\n''militarysurplus'$'\n''cellphoneaccessories'$'\n''mobilephones'$'\n''motorcyclinggear'$'\n''musicalinstrumentsandteachers'$'\n''officeequipment'$'\n''outlet_stores'$'\n''packingsupplies'$'\n''pawn'$'\n''personal_shopping'$'\n''photographystores'$'\n''poolbilliards'$'\n''popupshops'$'\n''props'$'\n''publicmarkets'$'\n''religiousitems'$'\n''safestores'$'\n''safetyequipment'$'\n''scandinaviandesign'$'\n''shoppingcenters'$'\n''shoppingpassages'$'\n''souvenirs'$'\n''spiritual_shop'$'\n''sportgoods'$'\n''bikes'$'\n''diveshops'$'\n''golfequipment'$'\n''huntingfishingsupplies'$'\n''outdoorgear'$'\n''skateshops'$'\n''skishops'$'\n''tabletopgames'$'\n''teachersupplies'$'\n''thrift_stores'$'\n''tickets'$'\n''tobaccoshops'$'\n''toys'$'\n''trophyshops'$'\n''uniforms'$'\n''usedbooks'$'\n''vapeshops'$'\n''vitaminssupplements'$'\n''watches'$'\n''wholesale_stores'$'\n''wigs'
        return
        ;;
    '--locale')
        __yelp-query_add_completions -W 'zh_HK'$'\n''zh_TW'$'\n''cs_CZ'$'\n''da_DK'$'\n''nl_BE'$'\n''nl_NL'$'\n''en_AU'$'\n''en_BE'$'\n''en_CA'$'\n''en_HK'$'\n''en_MY'$'\n''en_NZ'$'\n''en_PH'$'\n''en_IE'$'\n''en_SG'$'\n''en_CH'$'\n''en_GB'$'\n''en_US'$'\n''fil_PH'$'\n''fi_FI'$'\n''fr_BE'$'\n''fr_CA'$'\n''fr_FR'$'\n''fr_CH'$'\n''de_AT'$'\n''de_DE'$'\n''de_CH'$'\n''it_IT'$'\n''it_CH'$'\n''ja_JP'$'\n''ms_MY'$'\n''nb_NO'$'\n''pl_PL'$'\n''pt_BR'$'\n''pt_PT'$'\n''es_AR'$'\n''es_CL'$'\n''es_MX'$'\n''es_ES'$'\n''sv_FI'$'\n''sv_SE'$'\n''tr_TR'
        return
        ;;
    '--limit')
        return
        ;;
    '--offset')
        return
        ;;
    '--sort-by')
        __yelp-query_add_completions -W 'best_match'$'\n''rating'$'\n''review_count'$'\n''distance'
        return
        ;;
    '--price')
        __yelp-query_add_completions -W '1'$'\n''2'$'\n''3'$'\n''4'
        return
        ;;
    '--open-at')
        return
        ;;
    '--attributes')
        __yelp-query_add_completions -W 'hot_and_new'$'\n''request_a_quote'$'\n''reservation'$'\n''waitlist_reservation'$'\n''deals'$'\n''gender_neutral_restrooms'$'\n''open_to_all'$'\n''wheelchair_accessible'$'\n''parking_garage'$'\n''parking_lot'$'\n''parking_street'$'\n''parking_valet'$'\n''parking_bike'$'\n''parking_validated'$'\n''liked_by_vegetarians'$'\n''vegan_offerings'$'\n''gluten_free_offerings'$'\n''outdoor_seating'
        return
        ;;
    '--device-platform')
        __yelp-query_add_completions -W 'android'$'\n''ios'$'\n''mobile-generic'
        return
        ;;
    '--reservation-date')
        return
        ;;
    '--reservation-time')
        return
        ;;
    '--reservation-covers')
        return
        ;;
    '--job-alias')
        return
        ;;
    '--max-results')
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--cache-ttl')
        return
        ;;
    '--stale-if-error')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_phone() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--build --dry-run --cache --no-cache --offline --refresh --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--phone --locale --base-url --api-key-file --budget --reserve --event-log --adapter --cache-ttl --stale-if-error --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--phone')
        return
        ;;
    '--locale')
        __yelp-query_add_completions -W 'zh_HK'$'\n''zh_TW'$'\n''cs_CZ'$'\n''da_DK'$'\n''nl_BE'$'\n''nl_NL'$'\n''en_AU'$'\n''en_BE'$'\n''en_CA'$'\n''en_HK'$'\n''en_MY'$'\n''en_NZ'$'\n''en_PH'$'\n''en_IE'$'\n''en_SG'$'\n''en_CH'$'\n''en_GB'$'\n''en_US'$'\n''fil_PH'$'\n''fi_FI'$'\n''fr_BE'$'\n''fr_CA'$'\n''fr_FR'$'\n''fr_CH'$'\n''de_AT'$'\n''de_DE'$'\n''de_CH'$'\n''it_IT'$'\n''it_CH'$'\n''ja_JP'$'\n''ms_MY'$'\n''nb_NO'$'\n''pl_PL'$'\n''pt_BR'$'\n''pt_PT'$'\n''es_AR'$'\n''es_CL'$'\n''es_MX'$'\n''es_ES'$'\n''sv_FI'$'\n''sv_SE'$'\n''tr_TR'
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--cache-ttl')
        return
        ;;
    '--stale-if-error')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_transactions() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--links --build --dry-run --cache --no-cache --offline --refresh --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--type --location --latitude --longitude --term --categories --price --base-url --api-key-file --budget --reserve --event-log --adapter --cache-ttl --stale-if-error --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--type')
        __yelp-query_add_completions -W 'delivery'$'\n''pickup'$'\n''restaurant_reservation'
        return
        ;;
    '--location')
        return
        ;;
    '--latitude')
        return
        ;;
    '--longitude')
        return
        ;;
    '--term')
        return
        ;;
    '--categories')
        __yelp-query_add_completions -W 'active'$'\n''atvrentals'$'\n''airsoft'$'\n''amateursportsteams'$'\n''amusementparks'$'\n''aquariums'$'\n''archery'$'\n''badminton'$'\n''baseballfields'$'\n''basketballcourts'$'\n''bathing_area'$'\n''battingcages'$'\n''beachequipmentrental'$'\n''beachvolleyball'$'\n''beaches'$'\n''bicyclepaths'$'\n''bikeparking'$'\n''bikerentals'$'\n''boating'$'\n''bobsledding'$'\n''bocceball'$'\n''bowling'$'\n''bubblesoccer'$'\n''bungeejumping'$'\n''carousels'$'\n''challengecourses'$'\n''climbing'$'\n''cyclingclasses'$'\n''daycamps'$'\n''discgolf'$'\n''diving'$'\n''freediving'$'\n''scuba'$'\n''escapegames'$'\n''experiences'$'\n''fencing'$'\n''fishing'$'\n''fitness'$'\n''aerialfitness'$'\n''barreclasses'$'\n''bootcamps'$'\n''boxing'$'\n''cardioclasses'$'\n''dancestudio'$'\n''emstraining'$'\n''golflessons'$'\n''gyms'$'\n''circuittraininggyms'$'\n''intervaltraininggyms'$'\n''martialarts'$'\n''brazilianjiujitsu'$'\n''chinesemartialarts'$'\n''karate'$'\n''kickboxing'$'\n''muaythai'$'\n''taekwondo'$'\n''meditationcenters'$'\n''pilates'$'\n''qigong'$'\n''selfdefenseclasses'$'\n''taichi'$'\n''healthtrainers'$'\n''yoga'$'\n''flyboarding'$'\n''gliding'$'\n''gokarts'$'\n''golf'$'\n''gun_ranges'$'\n''gymnastics'$'\n''handball'$'\n''hanggliding'$'\n''hiking'$'\n''horseracing'$'\n''horsebackriding'$'\n''hot_air_balloons'$'\n''indoor_playcenter'$'\n''jetskis'$'\n''kids_activities'$'\n''kiteboarding'$'\n''lakes'$'\n''lasertag'$'\n''lawn_bowling'$'\n''mini_golf'$'\n''mountainbiking'$'\n''nudist'$'\n''paddleboarding'$'\n''paintball'$'\n''parasailing'$'\n''parks'$'\n''dog_parks'$'\n''skate_parks'$'\n''playgrounds'$'\n''publicplazas'$'\n''races'$'\n''racingexperience'$'\n''rafting'$'\n''recreation'$'\n''rock_climbing'$'\n''sailing'$'\n''scavengerhunts'$'\n''scooterrentals'$'\n''seniorcenters'$'\n''skatingrinks'$'\n''skiing'$'\n''skydiving'$'\n''sledding'$'\n''snorkeling'$'\n''football'$'\n''sport_equipment_hire'$'\n''sports_clubs'$'\n''squash'$'\n''summer_camps'$'\n''surflifesaving'$'\n''surfing'$'\n''swimmingpools'$'\n''tennis'$'\n''trampoline'$'\n''tubing'$'\n''volleyball'$'\n''waterparks'$'\n''wildlifehunting'$'\n''zipline'$'\n''zoos'$'\n''pettingzoos'$'\n''zorbing'$'\n''arts'$'\n''arcades'$'\n''galleries'$'\n''bettingcenters'$'\n''bingo'$'\n''gardens'$'\n''cabaret'$'\n''casinos'$'\n''castles'$'\n''choirs'$'\n''movietheaters'$'\n''driveintheater'$'\n''outdoormovies'$'\n''countryclubs'$'\n''culturalcenter'$'\n''farms'$'\n''attractionfarms'$'\n''pickyourown'$'\n''ranches'$'\n''festivals'$'\n''xmasmarkets'$'\n''funfair'$'\n''generalfestivals'$'\n''tradefairs'$'\n''hauntedhouses'$'\n''jazzandblues'$'\n''lancenters'$'\n''mahjong'$'\n''marchingbands'$'\n''museums'$'\n''artmuseums'$'\n''childrensmuseums'$'\n''observatories'$'\n''opera'$'\n''pachinko'$'\n''paintandsip'$'\n''theater'$'\n''planetarium'$'\n''sportsteams'$'\n''psychic_astrology'$'\n''psychicmediums'$'\n''racetracks'$'\n''rodeo'$'\n''social_clubs'$'\n''veteransorganizations'$'\n''stadiumsarenas'$'\n''streetart'$'\n''studiotaping'$'\n''tablaoflamenco'$'\n''ticketsales'$'\n''winetastingroom'$'\n''auto'$'\n''aircraftdealers'$'\n''aircraftrepairs'$'\n''autocustomization'$'\n''auto_detailing'$'\n''autoelectric'$'\n''autoglass'$'\n''carwindowtinting'$'\n''autoloanproviders'$'\n''autopartssupplies'$'\n''autorepair'$'\n''diyautoshop'$'\n''autosecurity'$'\n''autoupholstery'$'\n''boatdealers'$'\n''bodyshops'$'\n''carauctions'$'\n''carbrokers'$'\n''carbuyers'$'\n''car_dealers'$'\n''autodamageassessment'$'\n''carshares'$'\n''stereo_installation'$'\n''carwash'$'\n''truckdealers'$'\n''truckrepair'$'\n''evchargingstations'$'\n''fueldocks'$'\n''servicestations'$'\n''hybridcarrepair'$'\n''interlocksystems'$'\n''marinas'$'\n''mobiledentrepair'$'\n''mobilityequipment'$'\n''motorcycledealers'$'\n''motorcyclerepair'$'\n''motodealers'$'\n''motorepairs'$'\n''oilchange'$'\n''parking'$'\n''rv_dealers'$'\n''rvrepair'$'\n''registrationservices'$'\n''roadsideassist'$'\n''service_stations'$'\n''smog_check_stations'$'\n''tires'$'\n''towing'$'\n''trailerdealers'$'\n''trailerrental'$'\n''trailerrepair'$'\n''transmissionrepair'$'\n''truck_rental'$'\n''usedcardealers'$'\n''vehicleshipping'$'\n''vehiclewraps'$'\n''wheelrimrepair'$'\n''windshieldinstallrepair'$'\n''beautysvc'$'\n''acnetreatment'$'\n''barbers'$'\n''cosmetics'$'\n''spas'$'\n''eroticmassage'$'\n''eyebrowservices'$'\n''eyelashservice'$'\n''hair_extensions'$'\n''hairloss'$'\n''hairremoval'$'\n''laser_hair_removal'$'\n''sugaring'$'\n''threadingservices'$'\n''waxing'$'\n''hair'$'\n''blowoutservices'$'\n''hairstylists'$'\n''menshair'$'\n''hotsprings'$'\n''makeupartists'$'\n''massage'$'\n''othersalons'$'\n''nailtechnicians'$'\n''perfume'$'\n''permanentmakeup'$'\n''piercing'$'\n''rolfing'$'\n''skincare'$'\n''tanning'$'\n''spraytanning'$'\n''tanningbeds'$'\n''tattoo'$'\n''teethwhitening'$'\n''bicycles'$'\n''bikeassociations'$'\n''bikerepair'$'\n''bikeshop'$'\n''specialbikes'$'\n''education'$'\n''adultedu'$'\n''artclasses'$'\n''collegecounseling'$'\n''collegeuniv'$'\n''educationservices'$'\n''elementaryschools'$'\n''highschools'$'\n''montessori'$'\n''preschools'$'\n''privateschools'$'\n''privatetutors'$'\n''religiousschools'$'\n''specialed'$'\n''specialtyschools'$'\n''artschools'$'\n''bartendingschools'$'\n''cprclasses'$'\n''cheerleading'$'\n''childbirthedu'$'\n''circusschools'$'\n''cookingschools'$'\n''cosmetology_schools'$'\n''duischools'$'\n''dance_schools'$'\n''dramaschools'$'\n''driving_schools'$'\n''firearmtraining'$'\n''firstaidclasses'$'\n''flightinstruction'$'\n''foodsafety'$'\n''language_schools'$'\n''massage_schools'$'\n''nursingschools'$'\n''parentingclasses'$'\n''poledancingclasses'$'\n''sambaschools'$'\n''skischools'$'\n''surfschools'$'\n''swimminglessons'$'\n''trafficschools'$'\n''vocation'$'\n''tastingclasses'$'\n''cheesetastingclasses'$'\n''winetasteclasses'$'\n''testprep'$'\n''tutoring'$'\n''waldorfschools'$'\n''eventservices'$'\n''bartenders'$'\n''boatcharters'$'\n''caricatures'$'\n''catering'$'\n''clowns'$'\n''djs'$'\n''facepainting'$'\n''gametruckrental'$'\n''golfcartrentals'$'\n''hennaartists'$'\n''magicians'$'\n''mohels'$'\n''musicians'$'\n''officiants'$'\n''eventplanning'$'\n''partybikerentals'$'\n''partybusrentals'$'\n''partycharacters'$'\n''partyequipmentrentals'$'\n''bouncehouserentals'$'\n''partysupplies'$'\n''personalchefs'$'\n''photoboothrentals'$'\n''photographers'$'\n''boudoirphotography'$'\n''eventphotography'$'\n''sessionphotography'$'\n''silentdisco'$'\n''sommelierservices'$'\n''teambuilding'$'\n''triviahosts'$'\n''valetservices'$'\n''venues'$'\n''videographers'$'\n''weddingchappels'$'\n''wedding_planning'$'\n''financialservices'$'\n''banks'$'\n''businessfinancing'$'\n''paydayloans'$'\n''currencyexchange'$'\n''debtrelief'$'\n''financialadvising'$'\n''installmentloans'$'\n''insurance'$'\n''autoinsurance'$'\n''homeinsurance'$'\n''lifeinsurance'$'\n''investing'$'\n''mortgagelenders'$'\n''taxservices'$'\n''titleloans'$'\n''food'$'\n''acaibowls'$'\n''backshop'$'\n''bagels'$'\n''bakeries'$'\n''beer_and_wine'$'\n''bento'$'\n''beverage_stores'$'\n''breweries'$'\n''bubbletea'$'\n''butcher'$'\n''csa'$'\n''chimneycakes'$'\n''churros'$'\n''cideries'$'\n''coffee'$'\n''coffeeteasupplies'$'\n''coffeeroasteries'$'\n''convenience'$'\n''cupcakes'$'\n''customcakes'$'\n''delicatessen'$'\n''desserts'$'\n''distilleries'$'\n''diyfood'$'\n''donairs'$'\n''donuts'$'\n''empanadas'$'\n''ethicgrocery'$'\n''farmersmarket'$'\n''fishmonger'$'\n''fooddeliveryservices'$'\n''foodtrucks'$'\n''friterie'$'\n''gelato'$'\n''grocery'$'\n''hawkercentre'$'\n''honey'$'\n''icecream'$'\n''importedfood'$'\n''intlgrocery'$'\n''internetcafe'$'\n''jpsweets'$'\n''taiyaki'$'\n''juicebars'$'\n''kombucha'$'\n''milkshakebars'$'\n''gluhwein'$'\n''nasilemak'$'\n''organic_stores'$'\n''panzerotti'$'\n''cakeshop'$'\n''piadina'$'\n''poke'$'\n''pretzels'$'\n''salumerie'$'\n''shavedice'$'\n''shavedsnow'$'\n''smokehouse'$'\n''gourmet'$'\n''candy'$'\n''cheese'$'\n''chocolate'$'\n''dagashi'$'\n''driedfruit'$'\n''frozenfood'$'\n''markets'$'\n''healthmarkets'$'\n''herbsandspices'$'\n''macarons'$'\n''meats'$'\n''oliveoil'$'\n''pastashops'$'\n''popcorn'$'\n''seafoodmarkets'$'\n''tofu'$'\n''streetvendors'$'\n''sugarshacks'$'\n''tea'$'\n''torshi'$'\n''tortillas'$'\n''waterstores'$'\n''wineries'$'\n''zapiekanka'$'\n''health'$'\n''acupuncture'$'\n''animalassistedtherapy'$'\n''assistedliving'$'\n''ayurveda'$'\n''behavioranalysts'$'\n''blooddonation'$'\n''cannabis_clinics'$'\n''cannabistours'$'\n''cannabiscollective'$'\n''chiropractors'$'\n''colonics'$'\n''conciergemedicine'$'\n''c_and_mh'$'\n''psychoanalysts'$'\n''psychologists'$'\n''psychotherapists'$'\n''sextherapists'$'\n''sophrologists'$'\n''sportspsychologists'$'\n''cryotherapy'$'\n''dentalhygienists'$'\n''dentalhygienistsmobile'$'\n''dentalhygeiniststorefront'$'\n''dentists'$'\n''cosmeticdentists'$'\n''endodontists'$'\n''generaldentistry'$'\n''oralsurgeons'$'\n''orthodontists'$'\n''pediatric_dentists'$'\n''periodontists'$'\n''diagnosticservices'$'\n''diagnosticimaging'$'\n''laboratorytesting'$'\n''dialysisclinics'$'\n''dietitians'$'\n''physicians'$'\n''addictionmedicine'$'\n''allergist'$'\n''anesthesiologists'$'\n''audiologist'$'\n''cardiology'$'\n''cosmeticsurgeons'$'\n''dermatology'$'\n''earnosethroat'$'\n''emergencymedicine'$'\n''endocrinologists'$'\n''familydr'$'\n''fertility'$'\n''gastroenterologist'$'\n''geneticists'$'\n''gerontologist'$'\n''hepatologists'$'\n''homeopathic'$'\n''hospitalists'$'\n''immunodermatologists'$'\n''infectiousdisease'$'\n''internalmed'$'\n''naturopathic'$'\n''nephrologists'$'\n''neurologist'$'\n''neuropathologists'$'\n''neurotologists'$'\n''obgyn'$'\n''oncologist'$'\n''opthamalogists'$'\n''orthopedists'$'\n''osteopathicphysicians'$'\n''otologists'$'\n''painmanagement'$'\n''pathologists'$'\n''pediatricians'$'\n''phlebologists'$'\n''podiatrists'$'\n''preventivemedicine'$'\n''proctologist'$'\n''psychiatrists'$'\n''pulmonologist'$'\n''radiologists'$'\n''rhematologists'$'\n''spinesurgeons'$'\n''sportsmed'$'\n''surgeons'$'\n''tattooremoval'$'\n''toxicologists'$'\n''underseamedicine'$'\n''urologists'$'\n''vascularmedicine'$'\n''doulas'$'\n''emergencyrooms'$'\n''floatspa'$'\n''habilitativeservices'$'\n''halfwayhouses'$'\n''halotherapy'$'\n''healthinsurance'$'\n''hearingaidproviders'$'\n''hearing_aids'$'\n''herbalshops'$'\n''homehealthcare'$'\n''hospice'$'\n''hospitals'$'\n''hydrotherapy'$'\n''hypnosis'$'\n''ivhydration'$'\n''lactationservices'$'\n''laserlasikeyes'$'\n''liceservices'$'\n''massage_therapy'$'\n''cannabisreferrals'$'\n''medcenters'$'\n''bulkbilling'$'\n''osteopaths'$'\n''walkinclinics'$'\n''medicalfoot'$'\n''medicalspa'$'\n''medicaltransportation'$'\n''midwives'$'\n''nursepractitioner'$'\n''nutritionists'$'\n''occupationaltherapy'$'\n''optometrists'$'\n''organdonorservices'$'\n''orthotics'$'\n''oxygenbars'$'\n''personalcare'$'\n''pharmacy'$'\n''physicaltherapy'$'\n''placentaencapsulation'$'\n''prenatal'$'\n''prosthetics'$'\n''prosthodontists'$'\n''psychotechnicaltests'$'\n''reflexology'$'\n''rehabilitation_center'$'\n''reiki'$'\n''retirement_homes'$'\n''saunas'$'\n''skillednursing'$'\n''sleepspecialists'$'\n''speech_therapists'$'\n''spermclinic'$'\n''tcm'$'\n''tuina'$'\n''urgent_care'$'\n''weightlosscenters'$'\n''homeservices'$'\n''artificialturf'$'\n''buildingsupplies'$'\n''cabinetry'$'\n''carpenters'$'\n''carpetinstallation'$'\n''carpeting'$'\n''childproofing'$'\n''chimneysweeps'$'\n''contractors'$'\n''countertopinstall'$'\n''damagerestoration'$'\n''decksrailing'$'\n''demolitionservices'$'\n''doorsales'$'\n''drywall'$'\n''electricians'$'\n''excavationservices'$'\n''fencesgates'$'\n''fireprotection'$'\n''fireplace'$'\n''firewood'$'\n''flooring'$'\n''foundationrepair'$'\n''furnitureassembly'$'\n''garage_door_services'$'\n''gardeners'$'\n''glassandmirrors'$'\n''gutterservices'$'\n''handyman'$'\n''hvac'$'\n''seasonaldecorservices'$'\n''homeautomation'$'\n''homecleaning'$'\n''homeenergyauditors'$'\n''home_inspectors'$'\n''homenetworkinstall'$'\n''home_organization'$'\n''hometheatreinstallation'$'\n''homewindowtinting'$'\n''housesitters'$'\n''insulationinstallation'$'\n''interiordesign'$'\n''isps'$'\n''irrigation'$'\n''locksmiths'$'\n''landscapearchitects'$'\n''landscaping'$'\n''lighting'$'\n''masonry_concrete'$'\n''mobile_home_repair'$'\n''movers'$'\n''packingservices'$'\n''painters'$'\n''patiocoverings'$'\n''plumbing'$'\n''backflowservices'$'\n''poolservice'$'\n''poolcleaners'$'\n''pressurewashers'$'\n''refinishing'$'\n''roofinspectors'$'\n''roofing'$'\n''saunainstallation'$'\n''securitysystems'$'\n''blinds'$'\n''shutters'$'\n''solarinstallation'$'\n''solarpanelcleaning'$'\n''structuralengineers'$'\n''stucco'$'\n''televisionserviceproviders'$'\n''tiling'$'\n''treeservices'$'\n''utilities'$'\n''vinylsiding'$'\n''wallpapering'$'\n''waterheaterinstallrepair'$'\n''waterpurification'$'\n''waterproofing'$'\n''windowwashing'$'\n''windowsinstallation'$'\n''hotelstravel'$'\n''airports'$'\n''airportterminals'$'\n''bedbreakfast'$'\n''campgrounds'$'\n''carrental'$'\n''guesthouses'$'\n''healthretreats'$'\n''hostels'$'\n''hotels'$'\n''agriturismi'$'\n''mountainhuts'$'\n''pensions'$'\n''residences'$'\n''reststops'$'\n''ryokan'$'\n''motorcycle_rental'$'\n''rvparks'$'\n''rvrental'$'\n''resorts'$'\n''skiresorts'$'\n''tours'$'\n''aerialtours'$'\n''architecturaltours'$'\n''arttours'$'\n''beertours'$'\n''boattours'$'\n''bustours'$'\n''foodtours'$'\n''historicaltours'$'\n''scootertours'$'\n''walkingtours'$'\n''whalewatchingtours'$'\n''winetours'$'\n''trainstations'$'\n''transport'$'\n''airlines'$'\n''airport_shuttles'$'\n''bikesharing'$'\n''busstations'$'\n''buses'$'\n''cablecars'$'\n''dolmusstation'$'\n''ferries'$'\n''limos'$'\n''metrostations'$'\n''pedicabs'$'\n''privatejetcharter'$'\n''publictransport'$'\n''sharedtaxis'$'\n''taxis'$'\n''towncarservice'$'\n''trains'$'\n''watertaxis'$'\n''travelservices'$'\n''luggagestorage'$'\n''passportvisaservices'$'\n''travelagents'$'\n''visitorcenters'$'\n''vacationrentalagents'$'\n''vacation_rentals'$'\n''localflavor'$'\n''parklets'$'\n''publicart'$'\n''unofficialyelpevents'$'\n''yelpevents'$'\n''localservices'$'\n''3dprinting'$'\n''adoptionservices'$'\n''airductcleaning'$'\n''homeappliancerepair'$'\n''appraisalservices'$'\n''artrestoration'$'\n''awnings'$'\n''bailbondsmen'$'\n''bike_repair_maintenance'$'\n''bookbinding'$'\n''busrental'$'\n''calligraphy'$'\n''carpet_cleaning'$'\n''childcare'$'\n''clockrepair'$'\n''communitybookbox'$'\n''communitygardens'$'\n''nonprofit'$'\n''foodbanks'$'\n''homelessshelters'$'\n''couriers'$'\n''craneservices'$'\n''eldercareplanning'$'\n''electronicsrepair'$'\n''engraving'$'\n''enviroabatement'$'\n''environmentaltesting'$'\n''farmequipmentrepair'$'\n''fingerprinting'$'\n''forestry'$'\n''funeralservices'$'\n''cremationservices'$'\n''mortuaryservices'$'\n''rentfurniture'$'\n''furniturerepair'$'\n''reupholstery'$'\n''generatorinstallrepair'$'\n''gestorias'$'\n''hazardouswastedisposal'$'\n''hydrojetting'$'\n''itservices'$'\n''datarecovery'$'\n''mobilephonerepair'$'\n''telecommunications'$'\n''icedelivery'$'\n''internetbooth'$'\n''jewelryrepair'$'\n''junkremovalandhauling'$'\n''dumpsterrental'$'\n''junkyards'$'\n''knifesharpening'$'\n''laundryservices'$'\n''dryclean'$'\n''laundromat'$'\n''machinerental'$'\n''machineshops'$'\n''mailboxcenters'$'\n''metalfabricators'$'\n''musicinstrumentservices'$'\n''guitarstores'$'\n''pianoservices'$'\n''pianostores'$'\n''nannys'$'\n''notaries'$'\n''pest_control'$'\n''powdercoating'$'\n''copyshops'$'\n''propane'$'\n''record_labels'$'\n''recording_studios'$'\n''recyclingcenter'$'\n''sandblasting'$'\n''screenprinting'$'\n''screen_printing_tshirt_printing'$'\n''selfstorage'$'\n''septicservices'$'\n''sewingalterations'$'\n''shipping_centers'$'\n''shoerepair'$'\n''shoeshine'$'\n''snowremoval'$'\n''snuggleservices'$'\n''tvmounting'$'\n''watch_repair'$'\n''waterdelivery'$'\n''welldrilling'$'\n''wildlifecontrol'$'\n''youth_club'$'\n''massmedia'$'\n''printmedia'$'\n''radiostations'$'\n''televisionstations'$'\n''nightlife'$'\n''adultentertainment'$'\n''barcrawl'$'\n''bars'$'\n''absinthebars'$'\n''airportlounges'$'\n''beachbars'$'\n''beerbar'$'\n''champagne_bars'$'\n''cocktailbars'$'\n''divebars'$'\n''drivethrubars'$'\n''gaybars'$'\n''hookah_bars'$'\n''hotel_bar'$'\n''irish_pubs'$'\n''lounges'$'\n''pubs'$'\n''pulquerias'$'\n''sakebars'$'\n''speakeasies'$'\n''sportsbars'$'\n''tabac'$'\n''tikibars'$'\n''vermouthbars'$'\n''whiskeybars'$'\n''wine_bars'$'\n''beergardens'$'\n''clubcrawl'$'\n''coffeeshops'$'\n''comedyclubs'$'\n''countrydancehalls'$'\n''danceclubs'$'\n''dancerestaurants'$'\n''fasil'$'\n''karaoke'$'\n''musicvenues'$'\n''pianobars'$'\n''poolhalls'$'\n''pets'$'\n''animalshelters'$'\n''horse_boarding'$'\n''petadoption'$'\n''petservices'$'\n''animalphysicaltherapy'$'\n''aquariumservices'$'\n''dogwalkers'$'\n''emergencypethospital'$'\n''farriers'$'\n''animalholistic'$'\n''pet_sitting'$'\n''petbreeders'$'\n''petcremation'$'\n''groomer'$'\n''pethospice'$'\n''petinsurance'$'\n''petphotography'$'\n''pet_training'$'\n''pettransport'$'\n''petstore'$'\n''birdshops'$'\n''localfishstores'$'\n''reptileshops'$'\n''vet'$'\n''professional'$'\n''accountants'$'\n''advertising'$'\n''architects'$'\n''billingservices'$'\n''boatrepair'$'\n''bookkeepers'$'\n''businessconsulting'$'\n''careercounseling'$'\n''commissionedartists'$'\n''customsbrokers'$'\n''digitizingservices'$'\n''duplicationservices'$'\n''editorialservices'$'\n''employmentagencies'$'\n''fengshui'$'\n''graphicdesign'$'\n''indoorlandscaping'$'\n''lawyers'$'\n''bankruptcy'$'\n''businesslawyers'$'\n''contractlaw'$'\n''criminaldefense'$'\n''duilawyers'$'\n''disabilitylaw'$'\n''divorce'$'\n''employmentlawyers'$'\n''entertainmentlaw'$'\n''estateplanning'$'\n''willstrustsprobates'$'\n''general_litigation'$'\n''iplaw'$'\n''immigrationlawyers'$'\n''medicallaw'$'\n''personal_injury'$'\n''realestatelawyers'$'\n''socialsecuritylaw'$'\n''taxlaw'$'\n''trafficticketinglaw'$'\n''workerscomplaw'$'\n''legalservices'$'\n''courtreporters'$'\n''processservers'$'\n''lifecoach'$'\n''marketing'$'\n''matchmakers'$'\n''mediators'$'\n''musicproduction'$'\n''officecleaning'$'\n''patentlaw'$'\n''payroll'$'\n''personalassistants'$'\n''privateinvestigation'$'\n''productdesign'$'\n''publicrelations'$'\n''security'$'\n''shredding'$'\n''signmaking'$'\n''softwaredevelopment'$'\n''talentagencies'$'\n''taxidermy'$'\n''tenantlaw'$'\n''translationservices'$'\n''videofilmproductions'$'\n''web_design'$'\n''wholesalers'$'\n''suppliesrestaurant'$'\n''publicservicesgovt'$'\n''authorized_postal_representative'$'\n''civiccenter'$'\n''communitycenters'$'\n''courthouses'$'\n''departmentsofmotorvehicles'$'\n''embassy'$'\n''firedepartments'$'\n''landmarks'$'\n''libraries'$'\n''municipality'$'\n''policedepartments'$'\n''postoffices'$'\n''registry_office'$'\n''taxoffice'$'\n''townhall'$'\n''realestate'$'\n''apartments'$'\n''artspacerentals'$'\n''commercialrealestate'$'\n''condominiums'$'\n''estateliquidation'$'\n''homedevelopers'$'\n''homestaging'$'\n''homeownerassociation'$'\n''housingcooperatives'$'\n''kitchenincubators'$'\n''mobilehomes'$'\n''mobileparks'$'\n''mortgagebrokers'$'\n''propertymgmt'$'\n''realestateagents'$'\n''realestatesvcs'$'\n''landsurveying'$'\n''estatephotography'$'\n''sharedofficespaces'$'\n''university_housing'$'\n''religiousorgs'$'\n''afrobrazilian'$'\n''buddhist_temples'$'\n''churches'$'\n''hindu_temples'$'\n''mosques'$'\n''shrines'$'\n''spiritism'$'\n''synagogues'$'\n''taoisttemples'$'\n''restaurants'$'\n''afghani'$'\n''african'$'\n''senegalese'$'\n''southafrican'$'\n''newamerican'$'\n''tradamerican'$'\n''andalusian'$'\n''arabian'$'\n''arabpizza'$'\n''argentine'$'\n''armenian'$'\n''asianfusion'$'\n''asturian'$'\n''australian'$'\n''austrian'$'\n''baguettes'$'\n''bangladeshi'$'\n''bbq'$'\n''basque'$'\n''bavarian'$'\n''beergarden'$'\n''beerhall'$'\n''beisl'$'\n''belgian'$'\n''flemish'$'\n''bistros'$'\n''blacksea'$'\n''brasseries'$'\n''brazilian'$'\n''brazilianempanadas'$'\n''centralbrazilian'$'\n''northeasternbrazilian'$'\n''northernbrazilian'$'\n''rodizios'$'\n''breakfast_brunch'$'\n''british'$'\n''buffets'$'\n''bulgarian'$'\n''burgers'$'\n''burmese'$'\n''cafes'$'\n''themedcafes'$'\n''cafeteria'$'\n''cajun'$'\n''cambodian'$'\n''newcanadian'$'\n''canteen'$'\n''caribbean'$'\n''dominican'$'\n''haitian'$'\n''puertorican'$'\n''trinidadian'$'\n''catalan'$'\n''cheesesteaks'$'\n''chickenshop'$'\n''chicken_wings'$'\n''chilean'$'\n''chinese'$'\n''cantonese'$'\n''congee'$'\n''dimsum'$'\n''fuzhou'$'\n''hainan'$'\n''hakka'$'\n''henghwa'$'\n''hokkien'$'\n''hunan'$'\n''pekinese'$'\n''shanghainese'$'\n''szechuan'$'\n''teochew'$'\n''comfortfood'$'\n''corsican'$'\n''creperies'$'\n''cuban'$'\n''currysausage'$'\n''cypriot'$'\n''czech'$'\n''czechslovakian'$'\n''danish'$'\n''delis'$'\n''diners'$'\n''dinnertheater'$'\n''dumplings'$'\n''eastern_european'$'\n''ethiopian'$'\n''hotdogs'$'\n''filipino'$'\n''fischbroetchen'$'\n''fishnchips'$'\n''flatbread'$'\n''fondue'$'\n''food_court'$'\n''foodstands'$'\n''freiduria'$'\n''french'$'\n''alsatian'$'\n''auvergnat'$'\n''berrichon'$'\n''bourguignon'$'\n''mauritius'$'\n''nicois'$'\n''provencal'$'\n''reunion'$'\n''sud_ouest'$'\n''galician'$'\n''gamemeat'$'\n''gastropubs'$'\n''georgian'$'\n''german'$'\n''baden'$'\n''easterngerman'$'\n''franconian'$'\n''hessian'$'\n''northerngerman'$'\n''palatine'$'\n''rhinelandian'$'\n''giblets'$'\n''gluten_free'$'\n''greek'$'\n''guamanian'$'\n''halal'$'\n''hawaiian'$'\n''heuriger'$'\n''himalayan'$'\n''honduran'$'\n''hkcafe'$'\n''hotdog'$'\n''hotpot'$'\n''hungarian'$'\n''iberian'$'\n''indpak'$'\n''indonesian'$'\n''international'$'\n''irish'$'\n''island_pub'$'\n''israeli'$'\n''italian'$'\n''abruzzese'$'\n''altoatesine'$'\n''apulian'$'\n''calabrian'$'\n''cucinacampana'$'\n''emilian'$'\n''friulan'$'\n''ligurian'$'\n''lumbard'$'\n''napoletana'$'\n''piemonte'$'\n''roman'$'\n''sardinian'$'\n''sicilian'$'\n''tuscan'$'\n''venetian'$'\n''japanese'$'\n''blowfish'$'\n''conveyorsushi'$'\n''donburi'$'\n''gyudon'$'\n''oyakodon'$'\n''handrolls'$'\n''horumon'$'\n''izakaya'$'\n''japacurry'$'\n''kaiseki'$'\n''kushikatsu'$'\n''oden'$'\n''okinawan'$'\n''okonomiyaki'$'\n''onigiri'$'\n''ramen'$'\n''robatayaki'$'\n''soba'$'\n''sukiyaki'$'\n''takoyaki'$'\n''tempura'$'\n''teppanyaki'$'\n''tonkatsu'$'\n''udon'$'\n''unagi'$'\n''westernjapanese'$'\n''yakiniku'$'\n''yakitori'$'\n''jewish'$'\n''kebab'$'\n''kopitiam'$'\n''korean'$'\n''kosher'$'\n''kurdish'$'\n''laos'$'\n''laotian'$'\n''latin'$'\n''colombian'$'\n''salvadoran'$'\n''venezuelan'$'\n''raw_food'$'\n''lyonnais'$'\n''malaysian'$'\n''mamak'$'\n''nyonya'$'\n''meatballs'$'\n''mediterranean'$'\n''falafel'$'\n''mexican'$'\n''easternmexican'$'\n''jaliscan'$'\n''northernmexican'$'\n''oaxacan'$'\n''pueblan'$'\n''tacos'$'\n''tamales'$'\n''yucatan'$'\n''mideastern'$'\n''egyptian'$'\n''lebanese'$'\n''milkbars'$'\n''modern_australian'$'\n''modern_european'$'\n''mongolian'$'\n''moroccan'$'\n''newmexican'$'\n''newzealand'$'\n''nicaraguan'$'\n''nightfood'$'\n''nikkei'$'\n''noodles'$'\n''norcinerie'$'\n''opensandwiches'$'\n''oriental'$'\n''pfcomercial'$'\n''pakistani'$'\n''panasian'$'\n''eltern_cafes'$'\n''parma'$'\n''persian'$'\n''peruvian'$'\n''pita'$'\n''pizza'$'\n''polish'$'\n''pierogis'$'\n''popuprestaurants'$'\n''portuguese'$'\n''alentejo'$'\n''algarve'$'\n''azores'$'\n''beira'$'\n''fado_houses'$'\n''madeira'$'\n''minho'$'\n''ribatejo'$'\n''tras_os_montes'$'\n''potatoes'$'\n''poutineries'$'\n''pubfood'$'\n''riceshop'$'\n''romanian'$'\n''rotisserie_chicken'$'\n''russian'$'\n''salad'$'\n''sandwiches'$'\n''scandinavian'$'\n''schnitzel'$'\n''scottish'$'\n''seafood'$'\n''serbocroatian'$'\n''signature_cuisine'$'\n''singaporean'$'\n''slovakian'$'\n''soulfood'$'\n''soup'$'\n''southern'$'\n''spanish'$'\n''arroceria_paella'$'\n''srilankan'$'\n''steak'$'\n''supperclubs'$'\n''sushi'$'\n''swabian'$'\n''swedish'$'\n''swissfood'$'\n''syrian'$'\n''tabernas'$'\n''taiwanese'$'\n''tapas'$'\n''tapasmallplates'$'\n''tavolacalda'$'\n''tex-mex'$'\n''thai'$'\n''norwegian'$'\n''traditional_swedish'$'\n''trattorie'$'\n''turkish'$'\n''cheekufta'$'\n''gozleme'$'\n''homemadefood'$'\n''lahmacun'$'\n''ottomancuisine'$'\n''turkishravioli'$'\n''ukrainian'$'\n''uzbek'$'\n''vegan'$'\n''vegetarian'$'\n''venison'$'\n''vietnamese'$'\n''waffles'$'\n''wok'$'\n''wraps'$'\n''yugoslav'$'\n''shopping'$'\n''adult'$'\n''antiques'$'\n''artsandcrafts'$'\n''artsupplies'$'\n''ateliers'$'\n''stationery'$'\n''cookingclasses'$'\n''costumes'$'\n''embroideryandcrochet'$'\n''fabricstores'$'\n''framing'$'\n''paintyourownpottery'$'\n''auctionhouses'$'\n''baby_gear'$'\n''batterystores'$'\n''bespoke'$'\n''media'$'\n''bookstores'$'\n''comicbooks'$'\n''musicvideo'$'\n''mags'$'\n''videogamestores'$'\n''videoandgames'$'\n''vinyl_records'$'\n''brewingsupplies'$'\n''bridal'$'\n''cannabisdispensaries'$'\n''chinesebazaar'$'\n''computers'$'\n''concept_shops'$'\n''custommerchandise'$'\n''deptstores'$'\n''discountstore'$'\n''drugstores'$'\n''dutyfreeshops'$'\n''electronics'$'\n''opticians'$'\n''farmingequipment'$'\n''fashion'$'\n''accessories'$'\n''ceremonialclothing'$'\n''childcloth'$'\n''clothingrental'$'\n''formalwear'$'\n''furclothing'$'\n''hats'$'\n''kimonos'$'\n''leather'$'\n''lingerie'$'\n''maternity'$'\n''menscloth'$'\n''plus_size_fashion'$'\n''shoes'$'\n''sleepwear'$'\n''sportswear'$'\n''dancewear'$'\n''stockings'$'\n''surfshop'$'\n''swimwear'$'\n''tradclothing'$'\n''vintage'$'\n''womenscloth'$'\n''fireworks'$'\n''fitnessequipment'$'\n''fleamarkets'$'\n''flowers'$'\n''florists'$'\n''giftshops'$'\n''goldbuyers'$'\n''guns_and_ammo'$'\n''headshops'$'\n''hifi'$'\n''hobbyshops'$'\n''homeandgarden'$'\n''appliances'$'\n''candlestores'$'\n''christmastrees'$'\n''furniture'$'\n''grillingequipment'$'\n''hardware'$'\n''holidaydecorations'$'\n''homedecor'$'\n''hottubandpool'$'\n''kitchenandbath'$'\n''linens'$'\n''materialeelettrico'$'\n''mattresses'$'\n''gardening'$'\n''hydroponics'$'\n''outdoorfurniture'$'\n''paintstores'$'\n''playsets'$'\n''pumpkinpatches'$'\n''rugs'$'\n''tableware'$'\n''horsequipment'$'\n''jewelry'$'\n''kiosk'$'\n''knittingsupplies'$'\n''livestocksupply'$'\n''luggage'$'\n''marketstalls'$'\n''medicalsupplies'$'\n''militarysurplus'$'\n''cellphoneaccessories'$'\n''mobilephones'$'\n''motorcyclinggear'$'\n''musicalinstrumentsandteachers'$'\n''officeequipment'$'\n''outlet_stores'$'\n''packingsupplies'$'\n''pawn'$'\n''personal_shopping'$'\n''photographystores'$'\n''poolbilliards'$'\n''popupshops'$'\n''props'$'\n''publicmarkets'$'\n''religiousitems'$'\n''safestores'$'\n''safetyequipment'$'\n''scandinaviandesign'$'\n''shoppingcenters'$'\n''shoppingpassages'$'\n''souvenirs'$'\n''spiritual_shop'$'\n''sportgoods'$'\n''bikes'$'\n''diveshops'$'\n''golfequipment'$'\n''huntingfishingsupplies'$'\n''outdoorgear'$'\n''skateshops'$'\n''skishops'$'\n''tabletopgames'$'\n''teachersupplies'$'\n''thrift_stores'$'\n''tickets'$'\n''tobaccoshops'$'\n''toys'$'\n''trophyshops'$'\n''uniforms'$'\n''usedbooks'$'\n''vapeshops'$'\n''vitaminssupplements'$'\n''watches'$'\n''wholesale_stores'$'\n''wigs'
        return
        ;;
    '--price')
        __yelp-query_add_completions -W '1'$'\n''2'$'\n''3'$'\n''4'
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--cache-ttl')
        return
        ;;
    '--stale-if-error')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_business() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--links --build --dry-run --cache --no-cache --offline --refresh --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--locale --device-platform --base-url --api-key-file --budget --reserve --event-log --adapter --cache-ttl --stale-if-error --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--locale')
        __yelp-query_add_completions -W 'zh_HK'$'\n''zh_TW'$'\n''cs_CZ'$'\n''da_DK'$'\n''nl_BE'$'\n''nl_NL'$'\n''en_AU'$'\n''en_BE'$'\n''en_CA'$'\n''en_HK'$'\n''en_MY'$'\n''en_NZ'$'\n''en_PH'$'\n''en_IE'$'\n''en_SG'$'\n''en_CH'$'\n''en_GB'$'\n''en_US'$'\n''fil_PH'$'\n''fi_FI'$'\n''fr_BE'$'\n''fr_CA'$'\n''fr_FR'$'\n''fr_CH'$'\n''de_AT'$'\n''de_DE'$'\n''de_CH'$'\n''it_IT'$'\n''it_CH'$'\n''ja_JP'$'\n''ms_MY'$'\n''nb_NO'$'\n''pl_PL'$'\n''pt_BR'$'\n''pt_PT'$'\n''es_AR'$'\n''es_CL'$'\n''es_MX'$'\n''es_ES'$'\n''sv_FI'$'\n''sv_SE'$'\n''tr_TR'
        return
        ;;
    '--device-platform')
        __yelp-query_add_completions -W 'android'$'\n''ios'$'\n''mobile-generic'
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--cache-ttl')
        return
        ;;
    '--stale-if-error')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_match() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--build --dry-run --cache --no-cache --offline --refresh --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--name --address1 --address2 --address3 --city --state --country --latitude --longitude --phone --postal-code --yelp-business-id --limit --match-threshold --base-url --api-key-file --budget --reserve --event-log --adapter --cache-ttl --stale-if-error --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--name')
        return
        ;;
    '--address1')
        return
        ;;
    '--address2')
        return
        ;;
    '--address3')
        return
        ;;
    '--city')
        return
        ;;
    '--state')
        return
        ;;
    '--country')
        return
        ;;
    '--latitude')
        return
        ;;
    '--longitude')
        return
        ;;
    '--phone')
        return
        ;;
    '--postal-code')
        return
        ;;
    '--yelp-business-id')
        return
        ;;
    '--limit')
        return
        ;;
    '--match-threshold')
        __yelp-query_add_completions -W 'none'$'\n''default'$'\n''strict'
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--cache-ttl')
        return
        ;;
    '--stale-if-error')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_reviews() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--all --no-all --links --build --dry-run --cache --no-cache --offline --refresh --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--locale --offset --limit --sort-by --max-results --dates --base-url --api-key-file --budget --reserve --event-log --adapter --cache-ttl --stale-if-error --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--locale')
        __yelp-query_add_completions -W 'zh_HK'$'\n''zh_TW'$'\n''cs_CZ'$'\n''da_DK'$'\n''nl_BE'$'\n''nl_NL'$'\n''en_AU'$'\n''en_BE'$'\n''en_CA'$'\n''en_HK'$'\n''en_MY'$'\n''en_NZ'$'\n''en_PH'$'\n''en_IE'$'\n''en_SG'$'\n''en_CH'$'\n''en_GB'$'\n''en_US'$'\n''fil_PH'$'\n''fi_FI'$'\n''fr_BE'$'\n''fr_CA'$'\n''fr_FR'$'\n''fr_CH'$'\n''de_AT'$'\n''de_DE'$'\n''de_CH'$'\n''it_IT'$'\n''it_CH'$'\n''ja_JP'$'\n''ms_MY'$'\n''nb_NO'$'\n''pl_PL'$'\n''pt_BR'$'\n''pt_PT'$'\n''es_AR'$'\n''es_CL'$'\n''es_MX'$'\n''es_ES'$'\n''sv_FI'$'\n''sv_SE'$'\n''tr_TR'
        return
        ;;
    '--offset')
        return
        ;;
    '--limit')
        return
        ;;
    '--sort-by')
        __yelp-query_add_completions -W 'yelp_sort'$'\n''rating'$'\n''time_created'
        return
        ;;
    '--max-results')
        return
        ;;
    '--dates')
        __yelp-query_add_completions -W 'unix'$'\n''iso'
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--cache-ttl')
        return
        ;;
    '--stale-if-error')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_autocomplete() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--build --dry-run --cache --no-cache --offline --refresh --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--text --latitude --longitude --locale --base-url --api-key-file --budget --reserve --event-log --adapter --cache-ttl --stale-if-error --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--text')
        return
        ;;
    '--latitude')
        return
        ;;
    '--longitude')
        return
        ;;
    '--locale')
        __yelp-query_add_completions -W 'zh_HK'$'\n''zh_TW'$'\n''cs_CZ'$'\n''da_DK'$'\n''nl_BE'$'\n''nl_NL'$'\n''en_AU'$'\n''en_BE'$'\n''en_CA'$'\n''en_HK'$'\n''en_MY'$'\n''en_NZ'$'\n''en_PH'$'\n''en_IE'$'\n''en_SG'$'\n''en_CH'$'\n''en_GB'$'\n''en_US'$'\n''fil_PH'$'\n''fi_FI'$'\n''fr_BE'$'\n''fr_CA'$'\n''fr_FR'$'\n''fr_CH'$'\n''de_AT'$'\n''de_DE'$'\n''de_CH'$'\n''it_IT'$'\n''it_CH'$'\n''ja_JP'$'\n''ms_MY'$'\n''nb_NO'$'\n''pl_PL'$'\n''pt_BR'$'\n''pt_PT'$'\n''es_AR'$'\n''es_CL'$'\n''es_MX'$'\n''es_ES'$'\n''sv_FI'$'\n''sv_SE'$'\n''tr_TR'
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--cache-ttl')
        return
        ;;
    '--stale-if-error')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_event() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--build --dry-run --cache --no-cache --offline --refresh --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--locale --dates --base-url --api-key-file --budget --reserve --event-log --adapter --cache-ttl --stale-if-error --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--locale')
        __yelp-query_add_completions -W 'zh_HK'$'\n''zh_TW'$'\n''cs_CZ'$'\n''da_DK'$'\n''nl_BE'$'\n''nl_NL'$'\n''en_AU'$'\n''en_BE'$'\n''en_CA'$'\n''en_HK'$'\n''en_MY'$'\n''en_NZ'$'\n''en_PH'$'\n''en_IE'$'\n''en_SG'$'\n''en_CH'$'\n''en_GB'$'\n''en_US'$'\n''fil_PH'$'\n''fi_FI'$'\n''fr_BE'$'\n''fr_CA'$'\n''fr_FR'$'\n''fr_CH'$'\n''de_AT'$'\n''de_DE'$'\n''de_CH'$'\n''it_IT'$'\n''it_CH'$'\n''ja_JP'$'\n''ms_MY'$'\n''nb_NO'$'\n''pl_PL'$'\n''pt_BR'$'\n''pt_PT'$'\n''es_AR'$'\n''es_CL'$'\n''es_MX'$'\n''es_ES'$'\n''sv_FI'$'\n''sv_SE'$'\n''tr_TR'
        return
        ;;
    '--dates')
        __yelp-query_add_completions -W 'unix'$'\n''iso'
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--cache-ttl')
        return
        ;;
    '--stale-if-error')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_events() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--is-free --no-is-free --all --no-all --build --dry-run --cache --no-cache --offline --refresh --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--location --latitude --longitude --locale --offset --limit --sort-by --sort-on --start-date --end-date --categories --radius --excluded-events --max-results --dates --base-url --api-key-file --budget --reserve --event-log --adapter --cache-ttl --stale-if-error --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--location')
        return
        ;;
    '--latitude')
        return
        ;;
    '--longitude')
        return
        ;;
    '--locale')
        __yelp-query_add_completions -W 'zh_HK'$'\n''zh_TW'$'\n''cs_CZ'$'\n''da_DK'$'\n''nl_BE'$'\n''nl_NL'$'\n''en_AU'$'\n''en_BE'$'\n''en_CA'$'\n''en_HK'$'\n''en_MY'$'\n''en_NZ'$'\n''en_PH'$'\n''en_IE'$'\n''en_SG'$'\n''en_CH'$'\n''en_GB'$'\n''en_US'$'\n''fil_PH'$'\n''fi_FI'$'\n''fr_BE'$'\n''fr_CA'$'\n''fr_FR'$'\n''fr_CH'$'\n''de_AT'$'\n''de_DE'$'\n''de_CH'$'\n''it_IT'$'\n''it_CH'$'\n''ja_JP'$'\n''ms_MY'$'\n''nb_NO'$'\n''pl_PL'$'\n''pt_BR'$'\n''pt_PT'$'\n''es_AR'$'\n''es_CL'$'\n''es_MX'$'\n''es_ES'$'\n''sv_FI'$'\n''sv_SE'$'\n''tr_TR'
        return
        ;;
    '--offset')
        return
        ;;
    '--limit')
        return
        ;;
    '--sort-by')
        __yelp-query_add_completions -W 'asc'$'\n''desc'
        return
        ;;
    '--sort-on')
        __yelp-query_add_completions -W 'popularity'$'\n''time_start'
        return
        ;;
    '--start-date')
        return
        ;;
    '--end-date')
        return
        ;;
    '--categories')
        __yelp-query_add_completions -W 'charities'$'\n''fashion'$'\n''festivals-fairs'$'\n''film'$'\n''food-and-drink'$'\n''kids-family'$'\n''lectures-books'$'\n''music'$'\n''nightlife'$'\n''other'$'\n''performing-arts'$'\n''sports-active-life'$'\n''visual-arts'
        return
        ;;
    '--radius')
        return
        ;;
    '--excluded-events')
        return
        ;;
    '--max-results')
        return
        ;;
    '--dates')
        __yelp-query_add_completions -W 'unix'$'\n''iso'
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--cache-ttl')
        return
        ;;
    '--stale-if-error')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_featured-event() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--build --dry-run --cache --no-cache --offline --refresh --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--location --latitude --longitude --locale --dates --base-url --api-key-file --budget --reserve --event-log --adapter --cache-ttl --stale-if-error --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--location')
        return
        ;;
    '--latitude')
        return
        ;;
    '--longitude')
        return
        ;;
    '--locale')
        __yelp-query_add_completions -W 'zh_HK'$'\n''zh_TW'$'\n''cs_CZ'$'\n''da_DK'$'\n''nl_BE'$'\n''nl_NL'$'\n''en_AU'$'\n''en_BE'$'\n''en_CA'$'\n''en_HK'$'\n''en_MY'$'\n''en_NZ'$'\n''en_PH'$'\n''en_IE'$'\n''en_SG'$'\n''en_CH'$'\n''en_GB'$'\n''en_US'$'\n''fil_PH'$'\n''fi_FI'$'\n''fr_BE'$'\n''fr_CA'$'\n''fr_FR'$'\n''fr_CH'$'\n''de_AT'$'\n''de_DE'$'\n''de_CH'$'\n''it_IT'$'\n''it_CH'$'\n''ja_JP'$'\n''ms_MY'$'\n''nb_NO'$'\n''pl_PL'$'\n''pt_BR'$'\n''pt_PT'$'\n''es_AR'$'\n''es_CL'$'\n''es_MX'$'\n''es_ES'$'\n''sv_FI'$'\n''sv_SE'$'\n''tr_TR'
        return
        ;;
    '--dates')
        __yelp-query_add_completions -W 'unix'$'\n''iso'
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--cache-ttl')
        return
        ;;
    '--stale-if-error')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_categories() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--build --dry-run --cache --no-cache --offline --refresh --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--locale --base-url --api-key-file --budget --reserve --event-log --adapter --cache-ttl --stale-if-error --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--locale')
        __yelp-query_add_completions -W 'zh_HK'$'\n''zh_TW'$'\n''cs_CZ'$'\n''da_DK'$'\n''nl_BE'$'\n''nl_NL'$'\n''en_AU'$'\n''en_BE'$'\n''en_CA'$'\n''en_HK'$'\n''en_MY'$'\n''en_NZ'$'\n''en_PH'$'\n''en_IE'$'\n''en_SG'$'\n''en_CH'$'\n''en_GB'$'\n''en_US'$'\n''fil_PH'$'\n''fi_FI'$'\n''fr_BE'$'\n''fr_CA'$'\n''fr_FR'$'\n''fr_CH'$'\n''de_AT'$'\n''de_DE'$'\n''de_CH'$'\n''it_IT'$'\n''it_CH'$'\n''ja_JP'$'\n''ms_MY'$'\n''nb_NO'$'\n''pl_PL'$'\n''pt_BR'$'\n''pt_PT'$'\n''es_AR'$'\n''es_CL'$'\n''es_MX'$'\n''es_ES'$'\n''sv_FI'$'\n''sv_SE'$'\n''tr_TR'
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--cache-ttl')
        return
        ;;
    '--stale-if-error')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_category() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--build --dry-run --cache --no-cache --offline --refresh --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--locale --base-url --api-key-file --budget --reserve --event-log --adapter --cache-ttl --stale-if-error --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--locale')
        __yelp-query_add_completions -W 'zh_HK'$'\n''zh_TW'$'\n''cs_CZ'$'\n''da_DK'$'\n''nl_BE'$'\n''nl_NL'$'\n''en_AU'$'\n''en_BE'$'\n''en_CA'$'\n''en_HK'$'\n''en_MY'$'\n''en_NZ'$'\n''en_PH'$'\n''en_IE'$'\n''en_SG'$'\n''en_CH'$'\n''en_GB'$'\n''en_US'$'\n''fil_PH'$'\n''fi_FI'$'\n''fr_BE'$'\n''fr_CA'$'\n''fr_FR'$'\n''fr_CH'$'\n''de_AT'$'\n''de_DE'$'\n''de_CH'$'\n''it_IT'$'\n''it_CH'$'\n''ja_JP'$'\n''ms_MY'$'\n''nb_NO'$'\n''pl_PL'$'\n''pt_BR'$'\n''pt_PT'$'\n''es_AR'$'\n''es_CL'$'\n''es_MX'$'\n''es_ES'$'\n''sv_FI'$'\n''sv_SE'$'\n''tr_TR'
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--cache-ttl')
        return
        ;;
    '--stale-if-error')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_chat() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--build --dry-run --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--request-context --header)
    non_repeating_options=(--query --chat-id --latitude --longitude --locale --base-url --api-key-file --budget --reserve --event-log --adapter --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--query')
        return
        ;;
    '--chat-id')
        return
        ;;
    '--latitude')
        return
        ;;
    '--longitude')
        return
        ;;
    '--locale')
        __yelp-query_add_completions -W 'zh_HK'$'\n''zh_TW'$'\n''cs_CZ'$'\n''da_DK'$'\n''nl_BE'$'\n''nl_NL'$'\n''en_AU'$'\n''en_BE'$'\n''en_CA'$'\n''en_HK'$'\n''en_MY'$'\n''en_NZ'$'\n''en_PH'$'\n''en_IE'$'\n''en_SG'$'\n''en_CH'$'\n''en_GB'$'\n''en_US'$'\n''fil_PH'$'\n''fi_FI'$'\n''fr_BE'$'\n''fr_CA'$'\n''fr_FR'$'\n''fr_CH'$'\n''de_AT'$'\n''de_DE'$'\n''de_CH'$'\n''it_IT'$'\n''it_CH'$'\n''ja_JP'$'\n''ms_MY'$'\n''nb_NO'$'\n''pl_PL'$'\n''pt_BR'$'\n''pt_PT'$'\n''es_AR'$'\n''es_CL'$'\n''es_MX'$'\n''es_ES'$'\n''sv_FI'$'\n''sv_SE'$'\n''tr_TR'
        return
        ;;
    '--request-context')
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_engagement() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--build --dry-run --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--business-ids --date-range-start --date-range-end --base-url --api-key-file --budget --reserve --event-log --adapter --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--business-ids')
        return
        ;;
    '--date-range-start')
        return
        ;;
    '--date-range-end')
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_service-offerings() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--links --build --dry-run --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--locale --base-url --api-key-file --budget --reserve --event-log --adapter --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--locale')
        __yelp-query_add_completions -W 'zh_HK'$'\n''zh_TW'$'\n''cs_CZ'$'\n''da_DK'$'\n''nl_BE'$'\n''nl_NL'$'\n''en_AU'$'\n''en_BE'$'\n''en_CA'$'\n''en_HK'$'\n''en_MY'$'\n''en_NZ'$'\n''en_PH'$'\n''en_IE'$'\n''en_SG'$'\n''en_CH'$'\n''en_GB'$'\n''en_US'$'\n''fil_PH'$'\n''fi_FI'$'\n''fr_BE'$'\n''fr_CA'$'\n''fr_FR'$'\n''fr_CH'$'\n''de_AT'$'\n''de_DE'$'\n''de_CH'$'\n''it_IT'$'\n''it_CH'$'\n''ja_JP'$'\n''ms_MY'$'\n''nb_NO'$'\n''pl_PL'$'\n''pt_BR'$'\n''pt_PT'$'\n''es_AR'$'\n''es_CL'$'\n''es_MX'$'\n''es_ES'$'\n''sv_FI'$'\n''sv_SE'$'\n''tr_TR'
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_insights() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--build --dry-run --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--business-ids --date-range-start --date-range-end --base-url --api-key-file --budget --reserve --event-log --adapter --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--business-ids')
        return
        ;;
    '--date-range-start')
        return
        ;;
    '--date-range-end')
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_review-highlights() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--links --build --dry-run --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--count --locale --device-platform --base-url --api-key-file --budget --reserve --event-log --adapter --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--count')
        return
        ;;
    '--locale')
        __yelp-query_add_completions -W 'zh_HK'$'\n''zh_TW'$'\n''cs_CZ'$'\n''da_DK'$'\n''nl_BE'$'\n''nl_NL'$'\n''en_AU'$'\n''en_BE'$'\n''en_CA'$'\n''en_HK'$'\n''en_MY'$'\n''en_NZ'$'\n''en_PH'$'\n''en_IE'$'\n''en_SG'$'\n''en_CH'$'\n''en_GB'$'\n''en_US'$'\n''fil_PH'$'\n''fi_FI'$'\n''fr_BE'$'\n''fr_CA'$'\n''fr_FR'$'\n''fr_CH'$'\n''de_AT'$'\n''de_DE'$'\n''de_CH'$'\n''it_IT'$'\n''it_CH'$'\n''ja_JP'$'\n''ms_MY'$'\n''nb_NO'$'\n''pl_PL'$'\n''pt_BR'$'\n''pt_PT'$'\n''es_AR'$'\n''es_CL'$'\n''es_MX'$'\n''es_ES'$'\n''sv_FI'$'\n''sv_SE'$'\n''tr_TR'
        return
        ;;
    '--device-platform')
        __yelp-query_add_completions -W 'android'$'\n''ios'$'\n''mobile-generic'
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_jobs() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--build --dry-run --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--query --locale --base-url --api-key-file --budget --reserve --event-log --adapter --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--query')
        return
        ;;
    '--locale')
        __yelp-query_add_completions -W 'zh_HK'$'\n''zh_TW'$'\n''cs_CZ'$'\n''da_DK'$'\n''nl_BE'$'\n''nl_NL'$'\n''en_AU'$'\n''en_BE'$'\n''en_CA'$'\n''en_HK'$'\n''en_MY'$'\n''en_NZ'$'\n''en_PH'$'\n''en_IE'$'\n''en_SG'$'\n''en_CH'$'\n''en_GB'$'\n''en_US'$'\n''fil_PH'$'\n''fi_FI'$'\n''fr_BE'$'\n''fr_CA'$'\n''fr_FR'$'\n''fr_CH'$'\n''de_AT'$'\n''de_DE'$'\n''de_CH'$'\n''it_IT'$'\n''it_CH'$'\n''ja_JP'$'\n''ms_MY'$'\n''nb_NO'$'\n''pl_PL'$'\n''pt_BR'$'\n''pt_PT'$'\n''es_AR'$'\n''es_CL'$'\n''es_MX'$'\n''es_ES'$'\n''sv_FI'$'\n''sv_SE'$'\n''tr_TR'
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_openings() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--get-covers-range --no-get-covers-range --links --build --dry-run --envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --insecure --no-insecure --http2 --no-http2 --deny-private --no-deny-private --log-request --no-log-request --log-response --no-log-response --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--covers --date --time --base-url --api-key-file --budget --reserve --event-log --adapter --retry-errors --copy --window --max-line -j --jobs --per-host --rate --rate-per-host --connect-timeout --timeout --max-time --deadline --retry-policy --retry --retry-delay --retry-max-delay --max-body --max-redirects --user-agent --proxy --cacert --record --replay --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--covers')
        return
        ;;
    '--date')
        return
        ;;
    '--time')
        return
        ;;
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--budget')
        return
        ;;
    '--reserve')
        return
        ;;
    '--event-log')
        __yelp-query_add_completions -f
        return
        ;;
    '--adapter')
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '-j'|'--jobs')
        return
        ;;
    '--per-host')
        return
        ;;
    '--rate')
        return
        ;;
    '--rate-per-host')
        return
        ;;
    '--connect-timeout')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-time')
        return
        ;;
    '--deadline')
        return
        ;;
    '--retry-policy')
        __yelp-query_add_completions -W 'default'$'\n''aggressive'$'\n''conservative'$'\n''none'
        return
        ;;
    '--retry')
        return
        ;;
    '--retry-delay')
        return
        ;;
    '--retry-max-delay')
        return
        ;;
    '--max-body')
        return
        ;;
    '--max-redirects')
        return
        ;;
    '--header')
        return
        ;;
    '--user-agent')
        return
        ;;
    '--proxy')
        return
        ;;
    '--cacert')
        __yelp-query_add_completions -f
        return
        ;;
    '--record')
        __yelp-query_add_completions -f
        return
        ;;
    '--replay')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_parse() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--envelope --no-envelope --stop-on-error --no-stop-on-error --unordered --ordered --summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=()
    non_repeating_options=(--dates --retry-errors --copy --window --max-line --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--dates')
        __yelp-query_add_completions -W 'unix'$'\n''iso'
        return
        ;;
    '--retry-errors')
        return
        ;;
    '--copy')
        return
        ;;
    '--window')
        return
        ;;
    '--max-line')
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __yelp-query_add_completions -W 'search'$'\n''phone'$'\n''transactions'$'\n''business'$'\n''match'$'\n''reviews'$'\n''autocomplete'$'\n''event'$'\n''events'$'\n''featured-event'$'\n''categories'$'\n''category'$'\n''chat'$'\n''engagement'$'\n''service-offerings'$'\n''insights'$'\n''review-highlights'$'\n''jobs'$'\n''openings'
        return
        ;;
    esac
}

_yelp-query_quota() {
    repeating_flags=(-q --quiet -v --verbose)
    non_repeating_flags=(--summary --no-summary --no-config --print-config --version -h --help)
    repeating_options=()
    non_repeating_options=(--base-url --api-key-file --log-format --progress --color --format --fields)
    __yelp-query_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--base-url')
        return
        ;;
    '--api-key-file')
        __yelp-query_add_completions -f
        return
        ;;
    '--log-format')
        __yelp-query_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __yelp-query_add_completions -W 'auto'$'\n''json'$'\n''none'
        return
        ;;
    '--color')
        __yelp-query_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--format')
        __yelp-query_add_completions -W 'auto'$'\n''jsonl'$'\n''table'$'\n''tsv'$'\n''csv'
        return
        ;;
    '--fields')
        return
        ;;
    esac
}

_yelp-query_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __yelp-query_offer_flags_options -1
}

complete -o filenames -F _yelp-query yelp-query
