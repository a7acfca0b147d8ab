/** A JSON value as text, with `hide` applied to its texts: a secret that is spelled like a key or a number changes neither. */
export const stringifyHidden = (value: unknown, hide: (text: string) => string): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? hide(each) : each))
