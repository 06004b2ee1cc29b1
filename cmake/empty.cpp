// What a target of headers alone compiles.
