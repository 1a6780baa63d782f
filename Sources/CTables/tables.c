#include "CTables.h"

// #embed is part of C23, and an extension of clang before that.
#pragma clang diagnostic ignored "-Wc23-extensions"

const unsigned char wireline_completion_bash_bytes[] = {
#embed "completion.bash"
};
const long wireline_completion_bash_count = sizeof wireline_completion_bash_bytes;

const unsigned char wireline_completion_zsh_bytes[] = {
#embed "completion.zsh"
};
const long wireline_completion_zsh_count = sizeof wireline_completion_zsh_bytes;

const unsigned char wireline_completion_fish_bytes[] = {
#embed "completion.fish"
};
const long wireline_completion_fish_count = sizeof wireline_completion_fish_bytes;

const unsigned char wireline_public_suffixes_bytes[] = {
#embed "public-suffixes.txt"
};
const long wireline_public_suffixes_count = sizeof wireline_public_suffixes_bytes;

const unsigned char wireline_countries_bytes[] = {
#embed "countries.txt"
};
const long wireline_countries_count = sizeof wireline_countries_bytes;

const unsigned char wireline_media_types_bytes[] = {
#embed "media-types.txt"
};
const long wireline_media_types_count = sizeof wireline_media_types_bytes;

const unsigned char wireline_yelp_categories_bytes[] = {
#embed "yelp-categories.txt"
};
const long wireline_yelp_categories_count = sizeof wireline_yelp_categories_bytes;

const unsigned char wireline_curl_options_bytes[] = {
#embed "curl-options.txt"
};
const long wireline_curl_options_count = sizeof wireline_curl_options_bytes;
