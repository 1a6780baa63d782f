/// What has to happen before `main`, and cannot be said in Swift.
///
/// Nothing here is called: see start.c.
