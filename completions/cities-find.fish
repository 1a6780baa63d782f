function __cities-find_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __cities-find_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __cities-find_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __cities-find_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __cities-find_parse_tokens -S
    set -l unparsed_tokens (__cities-find_tokens -pc)
    switch $unparsed_tokens[1]
    case 'cities-find'
        __cities-find_parse_subcommand -r 1 'database=' 'limit=' 'offset=' 'country=+' 'exact' 'word-prefix' 'no-word-prefix' 'fuzzy=' 'id' 'near=' 'radius=' 'random=' 'i/interactive' 'debounce=' 'favorites' 'favorite' 'unfavorite' 'toggle-favorite' 'max-favorites=' 'favorites-file=' 'envelope' 'no-envelope' 'stop-on-error' 'no-stop-on-error' 'retry-errors=' 'copy=' 'unordered' 'ordered' 'window=' 'max-line=' 'q/quiet' 'v/verbose' 'log-format=' 'progress=' 'summary' 'no-summary' 'color=' 'format=' 'fields=' 'no-config' 'print-config' 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'help'
            __cities-find_parse_subcommand -r 1 'version'
        end
    end
end

function __cities-find_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __cities-find_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __cities-find_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __cities-find_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__cities-find_tokens -p)
    if test -z "$(__cities-find_tokens -t)"
        set -l index (count (__cities-find_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'cities-find' -f
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" database' -l 'database' -d 'the city database (default: $XDG_DATA_HOME/wireline/cities.sqlite)' -rF
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" limit' -l 'limit' -d 'cities a query; 0 is no limit (default: 50)' -rfka ''
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" offset' -l 'offset' -d 'leave out so many at the beginning (default: 0)' -rfka ''
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find"' -l 'country' -d 'only of this country: a code, or an English name\'s beginning' -rfka ''
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" exact' -l 'exact' -d 'the whole name'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" word-prefix' -l 'word-prefix' -d 'any word of the name: york, New York'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" no-word-prefix' -l 'no-word-prefix' -d 'any word of the name: york, New York'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" fuzzy' -l 'fuzzy' -d 'forgive 1 or 2 typing errors (default: 0)' -rfka ''
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" id' -l 'id' -d 'the queries are ids'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" near' -l 'near' -d 'the cities closest to a place' -rfka ''
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" radius' -l 'radius' -d 'with --near: no farther than this; in km unless m or mi' -rfka ''
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" random' -l 'random' -d 'so many cities by chance' -rfka ''
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" i interactive' -s 'i' -l 'interactive' -d 'search as you type, on the terminal'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" debounce' -l 'debounce' -d 'how long the text stays as it is before it is searched for (default: with -i 300ms)' -rfka ''
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" favorites' -l 'favorites' -d 'only favourites; without a query all of them'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" favorite' -l 'favorite' -d 'make favourites of the cities with these ids'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" unfavorite' -l 'unfavorite' -d 'make these cities favourites no longer'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" toggle-favorite' -l 'toggle-favorite' -d 'the one or the other, as it is now'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" max-favorites' -l 'max-favorites' -d 'how many favourites there may be (default: 100)' -rfka ''
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" favorites-file' -l 'favorites-file' -d 'the database of favourites (default: $XDG_DATA_HOME/wireline/favorites.sqlite)' -rF
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" envelope' -l 'envelope' -d 'print one record an item, with its results inside'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" no-envelope' -l 'no-envelope' -d 'print one record an item, with its results inside'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" stop-on-error' -l 'stop-on-error' -d 'end at the first item that fails'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" no-stop-on-error' -l 'no-stop-on-error' -d 'end at the first item that fails'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" retry-errors' -l 'retry-errors' -d 'take up the input of this tool\'s own error records again; with codes: of these only (default: none)' -rfka ''
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" copy' -l 'copy' -d 'copy these input fields into the output records' -rfka ''
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" unordered' -l 'unordered' -d 'print records as they finish'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" ordered' -l 'ordered' -d 'print records in the order of the input (default)'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" window' -l 'window' -d 'items in work or waiting for their turn (default: 1000)' -rfka ''
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" max-line' -l 'max-line' -d 'longest line of input (default: 64M)' -rfka ''
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find"' -s 'q' -l 'quiet' -d 'print errors only; twice: nothing'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find"' -s 'v' -l 'verbose' -d 'tell more on stderr'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" log-format' -l 'log-format' -d 'form of the messages on stderr (default: text)' -rfka 'text json'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" progress' -l 'progress' -d 'progress on stderr; auto: where it is a terminal (default: auto)' -rfka 'auto json none'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" summary' -l 'summary' -d 'print counts on stderr at the end'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" no-summary' -l 'no-summary' -d 'print counts on stderr at the end'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" color' -l 'color' -d 'colour texts for people: auto, always, never (default: auto)' -rfka 'auto always never'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" format' -l 'format' -d 'form of the records: auto, jsonl, table, tsv, csv (default: auto)' -rfka 'auto jsonl table tsv csv'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" fields' -l 'fields' -d 'print only these fields, in this order' -rfka ''
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" no-config' -l 'no-config' -d 'do not read the configuration file'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" print-config' -l 'print-config' -d 'print every option with its value and origin, and exit'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" version' -l 'version' -d 'Show the version.'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_positional "cities-find" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'cities-find' -n '__cities-find_should_offer_completions_for_flags_or_options "cities-find help" version' -l 'version' -d 'Show the version.'
