import { createPlurals } from '../../src/lib/plural.ts'
import { say } from './check-words.ts'

const { noun } = createPlurals('en')
const lookups = noun({ one: 'lookup', other: 'lookups' })
const servers = noun({ one: 'Discord server', other: 'Discord servers' })

/** The items of the checklist, each outcome with what to do next. */
export const checks = {
  steam_key: {
    label: 'Steam key',
    reachable: say('Steam accepts the key.'),
    not_configured: say(
      'There is no key, so that accounts cannot be looked up.',
      'Get a key at https://steamcommunity.com/dev/apikey, set `STEAM_API_KEY` and restart.',
    ),
    key_refused: say(
      'Steam refuses the key.',
      'Get a new key at https://steamcommunity.com/dev/apikey, set `STEAM_API_KEY` and restart.',
    ),
    unreachable: say('A key is set. Whether Steam accepts it is unknown, because Steam does not answer.'),
    blocked: say('A key is set. Whether Steam accepts it is unknown, because Steam blocks the address of this server.'),
    unknown: say('A key is set. Whether Steam accepts it is unknown before the first call.', 'Wait a few seconds.'),
  },
  discord_token: {
    label: 'Discord bot',
    connected: say('The bot is connected.'),
    standby: say('Another process runs the bot; this one takes over when that one ends.'),
    connecting: say(
      'The bot is not connected. It tries again by itself.',
      'If this goes on, check whether this machine reaches Discord.',
    ),
    refused: say(
      'Discord refuses the token or the bot.',
      'Copy the token from https://discord.com/developers/applications, set `DISCORD_TOKEN` and restart.',
    ),
    not_set: say('`DISCORD_TOKEN` is not set, so that only HTTP is served.'),
    not_here: say('This process runs no bot because of its `ROLE`.'),
  },
  invite: {
    label: 'Invite link',
    done: say(({ count }) => `The bot is in ${servers(count)}.`),
    missing: say('The bot is in no Discord server.', 'Open the invite link and choose your server.'),
    no_link: say(
      'The bot is in no Discord server.',
      'The invite link is shown here once the bot of this process has logged in; see `DISCORD_TOKEN`.',
    ),
    unknown: say(
      'The bot has not listed its Discord servers yet.',
      'It does so within some minutes of the first answer of Steam. If it does not, look into the log.',
    ),
    off: say('Not needed without a bot.'),
    link: 'Invite the bot',
  },
  alert_channel: {
    label: 'Alert channel',
    done: say(({ count }) => `Alerts can be posted in ${servers(count)}.`),
    missing: say('No Discord server has a channel for alerts.', 'Use `/watch channel` in Discord.'),
    warning: say(
      ({ count }) => `Alerts cannot be posted in ${servers(count)}; they are held back.`,
      'Use `/watch channel` in these servers.',
    ),
    unknown: say('The channels are unknown, because the database cannot be read.'),
    off: say('No Discord server uses watch lists or policies.'),
    problems: {
      not_set: 'no channel is set',
      channel_gone: 'the channel is gone',
      forbidden: 'the bot may not write in the channel',
    },
  },
  game_servers: {
    label: 'Game servers',
    done: say('All game servers have asked within a day.'),
    missing: say(
      'No game server has ever asked.',
      'Set `server.bansServerEndpoint` on the game server to the address that `/policy token` shows.',
    ),
    warning: say(
      'At least one game server has not asked for a day.',
      'If it has players, compare its `server.bansServerEndpoint` with the address that `/policy token` shows.',
    ),
    no_rules: say(
      ({ count }) =>
        `${count === 1 ? 'One game server has' : `${count} game servers have`} no rules and no bans of ${count === 1 ? 'its' : 'their'} own: nobody is refused.`,
      'Add rules with `/policy edit` or bans with `/banlist`, or put them in the file of `POLICY_FILE`.',
    ),
    unknown: say(
      'Whether all game servers ask is unknown: the database cannot be read, or the server of `POLICY_FILE` has not asked since the start.',
    ),
    off: say('No game server has a token.'),
    publicUrl: 'Address for game servers (`HTTP_PUBLIC_URL`)',
    noPublicUrl: '`HTTP_PUBLIC_URL` is not set: `/policy token` cannot show the whole address.',
    withoutRules: 'no rules and no bans',
    server: 'Game server',
    lastAsked: 'Last asked',
    never: 'never',
    notSinceStart: 'not since the start',
  },
  proxy: {
    label: 'Proxy',
    done: say(({ when }) => `A trusted proxy last passed a client on ${when}.`),
    warning: say(
      'A proxy on this machine passes clients on and is not trusted: all its clients count as one.',
      'Set `TRUST_PROXY` to the address of the proxy, for example `loopback`, and restart.',
    ),
    unknown: say(
      '`TRUST_PROXY` is set, but no trusted proxy has passed a client on yet.',
      'Open the service through the proxy. If this stays, the proxy sends no `X-Forwarded-For`, or has another address.',
    ),
    off: say('No proxy is used.'),
  },
  tls: {
    label: 'HTTPS',
    certificate: say(({ when }) => `The certificate ends ${when}.`),
    proxy: say('A trusted proxy does HTTPS.'),
    ends: say(
      ({ when }) => `The certificate ends ${when}.`,
      'Renew the file of `HTTP_TLS_CERT` and restart: it is read at the start.',
    ),
    ended: say(
      ({ when }) => `The certificate ended ${when}; clients refuse it.`,
      'Renew the file of `HTTP_TLS_CERT` and restart: it is read at the start.',
    ),
    unknown: say('Whether connections are encrypted is unknown.'),
    off: say('Not needed: this server listens on this machine alone.'),
  },
  rate_limit: {
    label: 'Limit of clients',
    done: say(({ count }) => `A client may make ${lookups(count)} a minute.`),
    warning: say(
      ({ count }) =>
        `A friend scan and a lookup cost ${lookups(count)}, which is more than a client may make a minute: after a lookup it has to wait before it can scan.`,
      'Raise `RATE_LIMIT_PER_MINUTE` or lower `RATE_COST_FRIENDS`, and restart.',
    ),
    off: say('Clients are not limited.'),
  },
  backup: {
    label: 'Backup',
    done: say(({ when }) => `The last backup was made ${when}.`),
    warning: say(
      ({ when }) => `The last backup was made ${when}.`,
      'Run `npm run backup -- <file>`, every day by cron or a systemd timer.',
    ),
    unknown: say(
      'No backup is known: none was made by `npm run backup`, others leave no trace, or the database cannot be read.',
      'Run `npm run backup -- <file>`, every day by cron or a systemd timer.',
    ),
    off: say('Not needed: the database is not used.'),
  },
  admin_token: {
    label: 'Access to this page',
    done: say('This page asks for `ADMIN_TOKEN`.'),
    off: say('`ADMIN_TOKEN` is not set: this page opens on this machine alone.'),
  },
}
