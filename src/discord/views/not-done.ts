/** The icon before the title of a command that could not be done; `❔` would say that an account is unknown. */
export const NOT_DONE_ICON = '❌'
