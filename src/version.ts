/** The version of the program, as in package.json, which lies elsewhere once the program is built. */
export const VERSION = '0.1.0'
