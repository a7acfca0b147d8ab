import { resolve } from 'node:path'

/** The path of a `sqlite://path` address; absolute, because SQLite would keep a database named `:memory:` in memory. */
export const databasePath = (url: string) => resolve(url.slice('sqlite://'.length))

/** A time as part of a file name. */
export const fileStamp = (unixMs: number) => new Date(unixMs).toISOString().replaceAll(/[:.]/g, '-')
