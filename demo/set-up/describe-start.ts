/**
 * What is new since the start of the demo. A database of the user is kept, but the servers and messages of the simulated Discord that it
 * names are not.
 */
export const describeStart = (keepsDatabase: boolean): string =>
  `Nothing is kept when the demo ends: messages, people and changes of Steam${
    keepsDatabase
      ? '; DATABASE_URL alone keeps watch lists, ban lists and policies.'
      : ', watch lists, ban lists, policies and tokens.'
  }`
