/* A library with none of the hooks. */
int no_symbols(void);
int no_symbols(void) { return 0; }
