/** The version in package.json. A constant, because the built program is in another folder than that file. */
export const VERSION = '1.0.0'
