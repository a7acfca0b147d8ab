/** The version in package.json. A constant, because the built program is in another folder than that file. */
export const VERSION = '0.1.0'
