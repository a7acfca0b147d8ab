/** Commands as Discord answers them: three slash commands, one of them with subcommands, and a message command. */
export const DEPLOYED = [
  {
    type: 1,
    name: 'lookup',
    name_localizations: { de: 'nachschlagen' },
    description: 'One account',
    description_localizations: { de: 'Ein Konto' },
    options: [
      { type: 3, name: 'account', name_localizations: { de: 'konto' }, description: 'Which one', required: true },
      { type: 4, name: 'within', name_localizations: { de: 'innerhalb' }, description: 'Days' },
      {
        type: 3,
        name: 'kind',
        name_localizations: null,
        description: 'Of ban',
        choices: [
          { name: 'VAC bans', name_localizations: { de: 'VAC-Bans' }, value: 'vac' },
          { name: 'game bans', name_localizations: { de: 'Game-Bans (Rust?)' }, value: 'game' },
          { name: 'any', value: 'any' },
        ],
      },
    ],
  },
  {
    type: 1,
    name: 'batch',
    name_localizations: { de: 'liste' },
    description: 'Many accounts',
    options: [
      { type: 3, name: 'accounts', description: 'Which ones' },
      { type: 11, name: 'file', name_localizations: { de: 'datei' }, description: 'A list' },
    ],
  },
  {
    type: 1,
    name: 'watch',
    name_localizations: { de: 'beobachten' },
    description: 'The watch list',
    options: [
      {
        type: 1,
        name: 'add',
        name_localizations: { de: 'hinzufügen' },
        description: 'Adds an account',
        options: [
          { type: 3, name: 'account', name_localizations: { de: 'konto' }, description: 'Which one', required: true },
          { type: 3, name: 'reason', name_localizations: { de: 'grund' }, description: 'Why', required: true },
        ],
      },
      {
        type: 1,
        name: 'channel',
        name_localizations: null,
        description: 'Where alerts go',
        options: [
          { type: 7, name: 'channel', description: 'The channel', required: true },
          { type: 8, name: 'role', description: 'The role' },
        ],
      },
      {
        type: 1,
        name: 'import',
        description: 'Many accounts',
        options: [{ type: 11, name: 'file', description: 'A list' }],
      },
    ],
  },
  { type: 3, name: 'Check Steam accounts', name_localizations: { de: 'Steam-Konten prüfen' }, description: '' },
]
