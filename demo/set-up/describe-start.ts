/**
 * What is new since the start of the demo. A database of the user is kept, but the servers and messages of the simulated Discord that it
 * names are not.
 */
export const describeStart = (keepsDatabase: boolean): string =>
  `Each start of the demo is a new one: messages, people and all changes of Steam are gone. ${
    keepsDatabase
      ? 'DATABASE_URL keeps watch lists, ban lists and policies.'
      : 'So are watch lists, ban lists and policies; set the channel of the alerts again, and make a new token for the game server.'
  }`
