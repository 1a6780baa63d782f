#include "CTables.h"

// #embed is part of C23, and an extension of clang before that.
#pragma clang diagnostic ignored "-Wc23-extensions"

const unsigned char wireline_public_suffixes_bytes[] = {
#embed "public-suffixes.txt"
};
const long wireline_public_suffixes_count = sizeof wireline_public_suffixes_bytes;

const unsigned char wireline_folding_pages_bytes[] = {
#embed "folding-pages.txt"
};
const long wireline_folding_pages_count = sizeof wireline_folding_pages_bytes;

const unsigned char wireline_folding_runs_bytes[] = {
#embed "folding-runs.txt"
};
const long wireline_folding_runs_count = sizeof wireline_folding_runs_bytes;

const unsigned char wireline_folding_sequences_bytes[] = {
#embed "folding-sequences.txt"
};
const long wireline_folding_sequences_count = sizeof wireline_folding_sequences_bytes;

const unsigned char wireline_country_names_bytes[] = {
#embed "country-names.txt"
};
const long wireline_country_names_count = sizeof wireline_country_names_bytes;

const unsigned char wireline_country_folds_bytes[] = {
#embed "country-folds.txt"
};
const long wireline_country_folds_count = sizeof wireline_country_folds_bytes;

const unsigned char wireline_yelp_categories_bytes[] = {
#embed "yelp-categories.txt"
};
const long wireline_yelp_categories_count = sizeof wireline_yelp_categories_bytes;
