function __req_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __req_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __req_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __req_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __req_parse_tokens -S
    set -l unparsed_tokens (__req_tokens -pc)
    switch $unparsed_tokens[1]
    case 'req'
        __req_parse_subcommand -r 1 'build' 'parse' 'to-curl' 'dry-run' 'fail' 'no-fail' 'compressed' 'no-compressed' 'X/request=' 'd/data=+' 'data-binary=+' 'json=+' 'F/form=+' 'boundary=' 'compress-body' 'I/head' 'u/user=' 'bearer-file=' 'e/referer=' 'env=' 'call=' 'calls-file=' 'base-url=' 'var=+' 'b/cookie=+' 'c/cookie-jar=' 'n/netrc' 'netrc-file=' 'credential=+' 'api-key-file=' 'o/output=' 'O/remote-name' 'C/continue-at=' 'i/include' 'f/no-error-body' 's/silent' 'S/show-error' 'L/location' 'expect=' 'require=+' 'error-if=+' 'each=' 'select=' 'paginate=' 'max-pages=' 'stop-on-error' 'no-stop-on-error' 'retry-errors=' 'copy=' 'unordered' 'ordered' 'window=' 'max-line=' 'j/jobs=' 'per-host=' 'rate=' 'rate-per-host=' 'connect-timeout=' 'timeout=' 'max-time=' 'deadline=' 'retry-policy=' 'retry=' 'retry-delay=' 'retry-max-delay=' 'max-body=' 'max-redirects=' 'header=+' 'user-agent=' 'proxy=' 'cacert=' 'insecure' 'no-insecure' 'http2' 'no-http2' 'deny-private' 'no-deny-private' 'log-request' 'no-log-request' 'log-response' 'no-log-response' 'record=' 'replay=' 'cache' 'no-cache' 'cache-ttl=' 'stale-if-error=' 'offline' 'refresh' 'cache-limit=' 'cache-explain' 'cache-status' 'cache-clear' 'retry-on=' 'retry-jitter=' 'retry-max-time=' 'retry-unsafe' 'no-retry-unsafe' 'allow-downgrade' 'resolve=+' 'unix-socket=' 'cert=' 'key=' 'q/quiet' 'v/verbose' 'log-format=' 'progress=' 'summary' 'no-summary' 'color=' 'format=' 'fields=' 'no-config' 'print-config' 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'help'
            __req_parse_subcommand -r 1 'version'
        end
    end
end

function __req_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __req_parse_subcommand -S -a positional_count
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

function __req_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __req_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__req_tokens -p)
    if test -z "$(__req_tokens -t)"
        set -l index (count (__req_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'req' -f
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" build' -l 'build' -d 'print request records instead of sending them'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" parse' -l 'parse' -d 'read response records, and print what is asked of their bodies'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" to-curl' -l 'to-curl' -d 'print the curl command instead of sending the request'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" dry-run' -l 'dry-run' -d 'print request records with all that would be sent, secrets masked, and send nothing'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" fail' -l 'fail' -d 'count an HTTP status of 400 and above as a failure (default: fail)'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" no-fail' -l 'no-fail' -d 'count an HTTP status of 400 and above as a failure (default: fail)'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" compressed' -l 'compressed' -d 'ask for gzip and deflate (default: no-compressed; in a stream compressed)'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" no-compressed' -l 'no-compressed' -d 'ask for gzip and deflate (default: no-compressed; in a stream compressed)'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" X request' -s 'X' -l 'request' -d 'the method, as an operand before the URL says it too' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req"' -s 'd' -l 'data' -d 'send this as a form; @file: its content without line breaks' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req"' -l 'data-binary' -d 'the same, a file\'s content as it is' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req"' -l 'json' -d 'send this as JSON; @file: its content' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req"' -s 'F' -l 'form' -d 'add a part to a multipart body; @file uploads, <file is read into a field' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" boundary' -l 'boundary' -d 'what divides the parts of a multipart body' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" compress-body' -l 'compress-body' -d 'send the body as gzip, if that makes it shorter'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" I head' -s 'I' -l 'head' -d 'ask for the head only, and print it'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" u user' -s 'u' -l 'user' -d 'user and password for basic authentication' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" bearer-file' -l 'bearer-file' -d 'send the token in this file as a bearer token' -rF
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" e referer' -s 'e' -l 'referer' -d 'the Referer to send' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" env' -l 'env' -d 'base URL and header fields of this environment of the configuration' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" call' -l 'call' -d 'the request of this name in a file of calls' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" calls-file' -l 'calls-file' -d 'where named calls are (default: calls.json beside the configuration file)' -rF
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" base-url' -l 'base-url' -d 'what a URL that begins with / is put behind' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req"' -l 'var' -d 'the value of {name} in the URL' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req"' -s 'b' -l 'cookie' -d 'a cookie to send, or a file of cookies to begin with' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" c cookie-jar' -s 'c' -l 'cookie-jar' -d 'keep cookies, and write them to this file at the end' -rF
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" n netrc' -s 'n' -l 'netrc' -d 'take user and password from ~/.netrc'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" netrc-file' -l 'netrc-file' -d 'take user and password from this file' -rF
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req"' -l 'credential' -d 'fill in this secret where a record names it: yelp' -rfka 'yelp'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" api-key-file' -l 'api-key-file' -d 'file with the API key, that nobody else may read' -rF
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" o output' -s 'o' -l 'output' -d 'write the body to a file that appears when it is whole' -rF
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" O remote-name' -s 'O' -l 'remote-name' -d 'the same, named as the URL\'s path ends'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" C continue-at' -s 'C' -l 'continue-at' -d 'take a download up again where it broke off' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" i include' -s 'i' -l 'include' -d 'print status and header fields before the body'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" f no-error-body' -s 'f' -l 'no-error-body' -d 'print no body of a status of 400 and above'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" s silent' -s 's' -l 'silent' -d 'show no progress of a download'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" S show-error' -s 'S' -l 'show-error' -d 'errors are always shown; taken for curl\'s sake'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" L location' -s 'L' -l 'location' -d 'redirects are always followed; taken for curl\'s sake'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" expect' -l 'expect' -d 'what the whole body must be' -rfka 'json object array'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req"' -l 'require' -d 'a value that the body must have, by JSON pointer; ? behind the type: if it is there' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req"' -l 'error-if' -d 'a value that makes the answer an error of the service\'s' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" each' -l 'each' -d 'print the elements of this array, one a line' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" select' -l 'select' -d 'print the value there, of each element with --each' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" paginate' -l 'paginate' -d 'follow the pages of an answer to the end' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" max-pages' -l 'max-pages' -d 'pages to follow at most (default: none)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" stop-on-error' -l 'stop-on-error' -d 'end at the first item that fails'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" no-stop-on-error' -l 'no-stop-on-error' -d 'end at the first item that fails'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" retry-errors' -l 'retry-errors' -d 'take up the input of this tool\'s own error records again; with codes: of these only (default: none)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" copy' -l 'copy' -d 'copy these input fields into the output records' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" unordered' -l 'unordered' -d 'print records as they finish'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" ordered' -l 'ordered' -d 'print records in the order of the input (default)'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" window' -l 'window' -d 'items in work or waiting for their turn (default: 1000)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" max-line' -l 'max-line' -d 'longest line of input (default: 64M)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" j jobs' -s 'j' -l 'jobs' -d 'requests under way at once (default: 1; in a stream 16)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" per-host' -l 'per-host' -d 'requests under way at once to one host (default: 6)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" rate' -l 'rate' -d 'requests in a time at most: 10/s, 100/m, 5/h' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" rate-per-host' -l 'rate-per-host' -d 'requests in a time at most to one host' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" connect-timeout' -l 'connect-timeout' -d 'longest wait for name, connection and TLS (default: 10s)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" timeout' -l 'timeout' -d 'longest silence of the other side (default: 30s)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" max-time' -l 'max-time' -d 'longest time for one attempt, or none (default: none)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" deadline' -l 'deadline' -d 'longest time for all attempts together, or none (default: none)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" retry-policy' -l 'retry-policy' -d 'retries and waits by name: default, aggressive, conservative, none' -rfka 'default aggressive conservative none'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" retry' -l 'retry' -d 'attempts after the first that failed (default: 3)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" retry-delay' -l 'retry-delay' -d 'wait before the second attempt, doubled each time (default: 1s)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" retry-max-delay' -l 'retry-max-delay' -d 'longest wait between attempts (default: 30s)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" max-body' -l 'max-body' -d 'largest body after decompression, or none (default: none; in a stream 16M)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" max-redirects' -l 'max-redirects' -d 'redirects to follow; 0 follows none (default: 10)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req"' -l 'header' -d 'add a header field to every request' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" user-agent' -l 'user-agent' -d 'the User-Agent to send (default: wireline/0.1.0)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" proxy' -l 'proxy' -d 'proxy to go through; empty: none, whatever the environment says' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" cacert' -l 'cacert' -d 'trust the certificate authorities in this file' -rF
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" insecure' -l 'insecure' -d 'do not verify certificates'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" no-insecure' -l 'no-insecure' -d 'do not verify certificates'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" http2' -l 'http2' -d 'speak HTTP/2 where an https server offers it (default: http2)'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" no-http2' -l 'no-http2' -d 'speak HTTP/2 where an https server offers it (default: http2)'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" deny-private' -l 'deny-private' -d 'connect to addresses of the public internet only'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" no-deny-private' -l 'no-deny-private' -d 'connect to addresses of the public internet only'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" log-request' -l 'log-request' -d 'show each request on stderr before it is sent; -v does too'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" no-log-request' -l 'no-log-request' -d 'show each request on stderr before it is sent; -v does too'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" log-response' -l 'log-response' -d 'show each answer on stderr; -v does too'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" no-log-response' -l 'no-log-response' -d 'show each answer on stderr; -v does too'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" record' -l 'record' -d 'append requests and their answers to a file' -rF
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" replay' -l 'replay' -d 'answer requests from such a file, never from the network' -rF
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" cache' -l 'cache' -d 'use answers again as RFC 9111 allows (default: no-cache)'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" no-cache' -l 'no-cache' -d 'use answers again as RFC 9111 allows (default: no-cache)'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" cache-ttl' -l 'cache-ttl' -d 'the same, each for so long, whatever its server says' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" stale-if-error' -l 'stale-if-error' -d 'in the place of an error use an answer that was fresh this long ago' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" offline' -l 'offline' -d 'answer from the cache and never from the network'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" refresh' -l 'refresh' -d 'go to the network although what is in the cache would do'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" cache-limit' -l 'cache-limit' -d 'largest size of the cache; the least used answers go (default: 1G)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" cache-explain' -l 'cache-explain' -d 'print why an answer would, or would not, be used again'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" cache-status' -l 'cache-status' -d 'print how much the cache holds'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" cache-clear' -l 'cache-clear' -d 'empty the cache, or take the URLs given out of it'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" retry-on' -l 'retry-on' -d 'what is worth another attempt: statuses and error codes (default: 408,425,429,5xx but 501 and 505,dns,connect,timeout,truncated)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" retry-jitter' -l 'retry-jitter' -d 'the part of a wait that chance may take away (default: 0)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" retry-max-time' -l 'retry-max-time' -d 'no attempt begins later than this after the first, or none (default: none)' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" retry-unsafe' -l 'retry-unsafe' -d 'retry POST and PATCH too, even if the first one may have arrived'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" no-retry-unsafe' -l 'no-retry-unsafe' -d 'retry POST and PATCH too, even if the first one may have arrived'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" allow-downgrade' -l 'allow-downgrade' -d 'follow redirects from https to http too'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req"' -l 'resolve' -d 'use this address, or several with commas between' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" unix-socket' -l 'unix-socket' -d 'connect to this socket, whatever the URL\'s host' -rF
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" cert' -l 'cert' -d 'our own certificate, in PEM form, its chain behind it' -rF
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" key' -l 'key' -d 'its key, if the certificate\'s file does not hold it' -rF
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req"' -s 'q' -l 'quiet' -d 'print errors only; twice: nothing'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req"' -s 'v' -l 'verbose' -d 'tell more on stderr'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" log-format' -l 'log-format' -d 'form of the messages on stderr (default: text)' -rfka 'text json'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" progress' -l 'progress' -d 'progress on stderr; auto: where it is a terminal (default: auto)' -rfka 'auto json none'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" summary' -l 'summary' -d 'print counts on stderr at the end'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" no-summary' -l 'no-summary' -d 'print counts on stderr at the end'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" color' -l 'color' -d 'colour texts for people: auto, always, never (default: auto)' -rfka 'auto always never'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" format' -l 'format' -d 'form of the records: auto, jsonl, table, tsv, csv (default: auto)' -rfka 'auto jsonl table tsv csv'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" fields' -l 'fields' -d 'print only these fields, in this order' -rfka ''
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" no-config' -l 'no-config' -d 'do not read the configuration file'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" print-config' -l 'print-config' -d 'print every option with its value and origin, and exit'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" version' -l 'version' -d 'Show the version.'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'req' -n '__req_should_offer_completions_for_positional "req" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'req' -n '__req_should_offer_completions_for_flags_or_options "req help" version' -l 'version' -d 'Show the version.'
