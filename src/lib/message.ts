/** A compiled message: a text, or a function of its arguments. */
export type Message<Values> = string | ((values: Values) => string)

/** Fills in a message of which it is not known whether it has arguments. */
export const fillIn = <Values>(message: Message<Values>, values: Values): string =>
  typeof message === 'string' ? message : message(values)
