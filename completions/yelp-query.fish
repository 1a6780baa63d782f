function __yelp-query_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __yelp-query_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __yelp-query_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __yelp-query_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __yelp-query_parse_tokens -S
    set -l unparsed_tokens (__yelp-query_tokens -pc)
    switch $unparsed_tokens[1]
    case 'yelp-query'
        __yelp-query_parse_subcommand 0 'q/quiet' 'v/verbose' 'log-format=' 'progress=' 'summary' 'no-summary' 'color=' 'format=' 'fields=' 'no-config' 'print-config' 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'search'
            __yelp-query_parse_subcommand 0 'term=' 'location=' 'latitude=' 'longitude=' 'limit=' 'base-url=' 'build' 'envelope' 'no-envelope' 'stop-on-error' 'no-stop-on-error' 'retry-errors=' 'copy=' 'unordered' 'ordered' 'window=' 'max-line=' 'j/jobs=' 'per-host=' 'rate=' 'rate-per-host=' 'connect-timeout=' 'timeout=' 'max-time=' 'deadline=' 'retry-policy=' 'retry=' 'retry-delay=' 'retry-max-delay=' 'max-body=' 'max-redirects=' 'header=+' 'user-agent=' 'proxy=' 'cacert=' 'insecure' 'no-insecure' 'http2' 'no-http2' 'deny-private' 'no-deny-private' 'log-request' 'no-log-request' 'log-response' 'no-log-response' 'record=' 'replay=' 'q/quiet' 'v/verbose' 'log-format=' 'progress=' 'summary' 'no-summary' 'color=' 'format=' 'fields=' 'no-config' 'print-config' 'version' 'h/help'
        case 'help'
            __yelp-query_parse_subcommand -r 1 'version'
        end
    end
end

function __yelp-query_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __yelp-query_parse_subcommand -S -a positional_count
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

function __yelp-query_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __yelp-query_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__yelp-query_tokens -p)
    if test -z "$(__yelp-query_tokens -t)"
        set -l index (count (__yelp-query_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'yelp-query' -f
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query"' -s 'q' -l 'quiet' -d 'print errors only; twice: nothing'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query"' -s 'v' -l 'verbose' -d 'tell more on stderr'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query" log-format' -l 'log-format' -d 'form of the messages on stderr (default: text)' -rfka 'text json'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query" progress' -l 'progress' -d 'progress on stderr; auto: where it is a terminal (default: auto)' -rfka 'auto json none'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query" summary' -l 'summary' -d 'print counts on stderr at the end'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query" no-summary' -l 'no-summary' -d 'print counts on stderr at the end'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query" color' -l 'color' -d 'colour texts for people: auto, always, never (default: auto)' -rfka 'auto always never'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query" format' -l 'format' -d 'form of the records: auto, jsonl, table, tsv, csv (default: auto)' -rfka 'auto jsonl table tsv csv'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query" fields' -l 'fields' -d 'print only these fields, in this order' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query" no-config' -l 'no-config' -d 'do not read the configuration file'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query" print-config' -l 'print-config' -d 'print every option with its value and origin, and exit'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query" version' -l 'version' -d 'Show the version.'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_positional "yelp-query" -eq 1' -fa 'search' -d 'Search businesses.'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_positional "yelp-query" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" term' -l 'term' -d 'what to look for: coffee, Starbucks' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" location' -l 'location' -d 'address, city or postcode' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" latitude' -l 'latitude' -d 'latitude, -90 to 90' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" longitude' -l 'longitude' -d 'longitude, -180 to 180' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" limit' -l 'limit' -d 'businesses a place, 1 to 50 (default: 20)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" base-url' -l 'base-url' -d 'another server that speaks the API; https, or loopback (default: https://api.yelp.com/v3)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" build' -l 'build' -d 'print request records instead of sending them'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" envelope' -l 'envelope' -d 'print one record an item, with its results inside'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" no-envelope' -l 'no-envelope' -d 'print one record an item, with its results inside'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" stop-on-error' -l 'stop-on-error' -d 'end at the first item that fails'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" no-stop-on-error' -l 'no-stop-on-error' -d 'end at the first item that fails'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" retry-errors' -l 'retry-errors' -d 'take up the input of this tool\'s own error records again; with codes: of these only (default: none)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" copy' -l 'copy' -d 'copy these input fields into the output records' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" unordered' -l 'unordered' -d 'print records as they finish'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" ordered' -l 'ordered' -d 'print records in the order of the input (default)'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" window' -l 'window' -d 'items in work or waiting for their turn (default: 1000)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" max-line' -l 'max-line' -d 'longest line of input (default: 64M)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" j jobs' -s 'j' -l 'jobs' -d 'requests under way at once (default: 4)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" per-host' -l 'per-host' -d 'requests under way at once to one host (default: 4)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" rate' -l 'rate' -d 'requests in a time at most: 10/s, 100/m, 5/h' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" rate-per-host' -l 'rate-per-host' -d 'requests in a time at most to one host' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" connect-timeout' -l 'connect-timeout' -d 'longest wait for name, connection and TLS (default: 10s)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" timeout' -l 'timeout' -d 'longest silence of the other side (default: 30s)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" max-time' -l 'max-time' -d 'longest time for one attempt, or none (default: none)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" deadline' -l 'deadline' -d 'longest time for all attempts together, or none (default: 1m)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" retry-policy' -l 'retry-policy' -d 'retries and waits by name: default, aggressive, conservative, none' -rfka 'default aggressive conservative none'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" retry' -l 'retry' -d 'attempts after the first that failed (default: 3)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" retry-delay' -l 'retry-delay' -d 'wait before the second attempt, doubled each time (default: 500ms)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" retry-max-delay' -l 'retry-max-delay' -d 'longest wait between attempts (default: 30s)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" max-body' -l 'max-body' -d 'largest body after decompression, or none (default: 16M)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" max-redirects' -l 'max-redirects' -d 'redirects to follow; 0 follows none (default: 5)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search"' -l 'header' -d 'add a header field to every request' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" user-agent' -l 'user-agent' -d 'the User-Agent to send (default: wireline/0.1.0)' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" proxy' -l 'proxy' -d 'proxy to go through; empty: none, whatever the environment says' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" cacert' -l 'cacert' -d 'trust the certificate authorities in this file' -rF
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" insecure' -l 'insecure' -d 'do not verify certificates'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" no-insecure' -l 'no-insecure' -d 'do not verify certificates'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" http2' -l 'http2' -d 'speak HTTP/2 where an https server offers it (default: http2)'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" no-http2' -l 'no-http2' -d 'speak HTTP/2 where an https server offers it (default: http2)'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" deny-private' -l 'deny-private' -d 'connect to addresses of the public internet only'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" no-deny-private' -l 'no-deny-private' -d 'connect to addresses of the public internet only'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" log-request' -l 'log-request' -d 'show each request on stderr before it is sent; -v does too'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" no-log-request' -l 'no-log-request' -d 'show each request on stderr before it is sent; -v does too'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" log-response' -l 'log-response' -d 'show each answer on stderr; -v does too'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" no-log-response' -l 'no-log-response' -d 'show each answer on stderr; -v does too'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" record' -l 'record' -d 'append requests and their answers to a file' -rF
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" replay' -l 'replay' -d 'answer requests from such a file, never from the network' -rF
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search"' -s 'q' -l 'quiet' -d 'print errors only; twice: nothing'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search"' -s 'v' -l 'verbose' -d 'tell more on stderr'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" log-format' -l 'log-format' -d 'form of the messages on stderr (default: text)' -rfka 'text json'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" progress' -l 'progress' -d 'progress on stderr; auto: where it is a terminal (default: auto)' -rfka 'auto json none'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" summary' -l 'summary' -d 'print counts on stderr at the end'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" no-summary' -l 'no-summary' -d 'print counts on stderr at the end'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" color' -l 'color' -d 'colour texts for people: auto, always, never (default: auto)' -rfka 'auto always never'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" format' -l 'format' -d 'form of the records: auto, jsonl, table, tsv, csv (default: auto)' -rfka 'auto jsonl table tsv csv'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" fields' -l 'fields' -d 'print only these fields, in this order' -rfka ''
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" no-config' -l 'no-config' -d 'do not read the configuration file'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" print-config' -l 'print-config' -d 'print every option with its value and origin, and exit'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" version' -l 'version' -d 'Show the version.'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query search" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'yelp-query' -n '__yelp-query_should_offer_completions_for_flags_or_options "yelp-query help" version' -l 'version' -d 'Show the version.'
