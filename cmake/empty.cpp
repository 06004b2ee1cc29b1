// The only source of a target of headers.
