import { describe, expect, test } from 'vitest'
import { type OpenBan, readBanList, type ReadBanList } from '../../src/bans/formats/read-ban-list.ts'

/** Texts as tools write them and as people paste them. Names are invented, and the accounts are those of nobody in particular. */

const A = '76561198007433923'
const B = '76561199177365408'
const C = '76561197960287931'
const D = '76561198000010431'
const E = '76561198310442127'
const BASE = 76_561_197_960_265_728n
/** An account as `[U:1:N]` and as `STEAM_0:Y:Z`. */
const steam3 = (id: string) => `[U:1:${BigInt(id) - BASE}]`
const steam2 = (id: string) => `STEAM_0:${(BigInt(id) - BASE) % 2n}:${(BigInt(id) - BASE) / 2n}`
const profile = (id: string) => `https://steamcommunity.com/profiles/${id}`
/** 25 November 2031, 17:42. */
const LATER = 1_953_394_942
const lines = (...texts: string[]) => texts.join('\n')
/** A word of MongoDB and of JSON schemas, in which "$" is not a part of a template. */
const dollar = '$'

/** When the texts are read: 1 August 2026, 12:00. */
const NOW = Date.UTC(2026, 7, 1, 12) / 1_000

/**
 * A text with what it says: `A` is banned for good, `A:2035-11-20T09:09` until then, `A:unread` has an end that was not read and `A:unclear` no role;
 * `lifted`, `staff`, `expired` and `repeated` are counted, and `3:no_account` is a line that was not read, with the reason.
 * `words` are the names, reasons and notes of the bans.
 */
type RecordedText = readonly [title: string, text: string, said: string, words?: string]

const RECORDED_TEXTS: Record<string, readonly RecordedText[]> = {
  'the game Rust': [
    [
      'status on one line',
      `hostname: Main x2 version : 2511 secure players : 2 (100 max) id name ping connected addr owner violation kicks ${A} "Bob" 45 1234.5s 203.0.113.7:50000 0.0 0 ${B} "Eve" 51 12s 203.0.113.8:50000 0.0 0`,
      'A:unclear B:unclear',
    ],
    ['a refused connection', `203.0.113.7:50000/${A}/Bob rejected connection - wrong password`, 'A:unclear'],

    ['a duration that the game cannot read', `banid ${A} "Bob" "aimbot" 1d12h`, 'A:unread'],
    ['bans.cfg of last year', `banid ${A} "Bob" "aimbot" 1704715200\nbanid ${B} "Eve" "esp" 1736337600`, 'expired=2'],
    ['users.cfg', `ownerid ${A} "Anna" "no reason"\nmoderatorid ${B} "Ben" "no reason"`, 'staff=2'],
    ['users.cfg with a place in the queue', `moderatorid ${B} "Ben" "x"\nskipqueueid ${C} "Cleo" "x"`, 'staff=2'],
    [
      'playerlist',
      `[ { "SteamID": "${A}", "OwnerSteamID": "0", "DisplayName": "Bob", "Ping": 45, "Address": "203.0.113.7:50000", "ConnectedSeconds": 1234, "VoiationLevel": 0.0, "Health": 100.0 } ]`,
      'A:unclear',
    ],
    [
      'status',
      lines(
        'hostname: Main x2',
        'version : 2511 secure',
        'players : 1 (100 max)',
        '',
        'id                name    ping connected addr              owner violation kicks',
        `${A} "Bob"   45   1234.5s   203.0.113.7:50000       0.0       0`,
      ),
      'A:unclear',
    ],
    ['a ban in the console', `[CONSOLE] Kickbanned User: ${A} - Bob for "aimbot"`, 'A'],
    ['a ban with a duration', `Banned User for 7 days: ${A} - "Bob" because "aimbot"`, 'A:2026-08-08T12:00'],
    ['a ban with another duration', `Banned User for 12 hours: ${A} - "Bob" because "toxic"`, 'A:2026-08-02T00:00'],
    ['a lifted ban', `Unbanned User: ${A}`, 'lifted=1'],
    ['a lifted ban with times', `12:03:11 Unbanned User: ${A}\n12:04:59 User ${B} isn't banned`, 'lifted=2'],
    ['former staff', `Removed moderator: ${A}\nRemoved owner: ${B}`, 'staff=2'],
    [
      'connections',
      lines(
        `203.0.113.7:50000/${A}/Bob joined [windows/${A}]`,
        `Bob[${A}] has entered the game`,
        `203.0.113.7:50000/${B}/Eve disconnecting: disconnect`,
      ),
      'A:unclear B:unclear repeated=1',
    ],
    ['a chat', lines(`[CHAT] Bob[${A}] : wp all`, `[TEAM CHAT] Eve[${B}] : come to the base`), 'A:unclear B:unclear'],
    ['a death', `Bob[${A}] was killed by Eve[${B}]`, 'A:unclear 1:second_account'],
  ],
  'commands, whatever stands before them': [
    ['of a chat', `/ban ${A} aimbot\n/banid ${B} "Eve" "esp" -1`, 'A B'],
    ['of an in-game chat', `!ban ${A} aimbot`, 'A'],
    ['after a prompt', `> banid ${A} "Bob" "aimbot" -1\n> unban ${B}`, 'A lifted=1', 'Bob, aimbot'],
    ['in a list', `- /unban ${A}\n- unban ${B}\n- ban ${C} aimbot`, 'C lifted=2'],
    [
      'after a time',
      `12:03 unban ${A}\n[12:04:00] removeid ${B}\n2026-07-31 12:05:00 ownerid ${C} "Cleo"`,
      'lifted=2 staff=1',
    ],
    ['in a table of Markdown', `| unban ${A} |\n| moderatorid ${B} "Ben" |`, 'lifted=1 staff=1'],
    ['in a code span', `\`/unban ${A}\`\n**unban** ${B}`, 'lifted=2'],
    ['in a code fence', `\`\`\`\nunban ${A}\nbanid ${B} "Eve" "esp" -1\n\`\`\``, 'B lifted=1'],
    [
      'of a server by its name',
      `global.unban ${A}\nglobal.moderatorid ${B} "Ben"\nserver.writecfg`,
      'lifted=1 staff=1 3:no_account',
    ],
    ['numbered', `1. unban ${A}\n2) /removeid ${B}`, 'lifted=2'],
    ['pardons', `/pardon ${A}\npardon ${B}`, 'lifted=2'],
    ['of Oxide', `oxide.usergroup add ${A} admin\no.usergroup add ${B} vip`, 'staff=2'],
    ['of Carbon', `c.usergroup add ${A} admin\n> c.usergroup add ${B} moderator`, 'staff=2'],
    ['in curly quotes', `banid “${A}” “Bob” “aimbot” -1\nunban „${B}“`, 'A lifted=1', 'Bob, aimbot'],
    ['with an end in words', `/banid ${A} "Bob" "aimbot" 7d`, 'A:2026-08-08T12:00'],
    ['with a kick or a mute', `kick ${A} "AFK"\nmute ${B} "spam"`, 'A:unclear B:unclear'],
    ['that ban and lift the ban', `ban ${A} aimbot\nunban ${A}\nban ${B} esp`, 'A:unclear B lifted=1'],
    [
      'with an echo of RCON',
      `[RCON][203.0.113.9:40000] banid ${A} "Bob" "aimbot" -1\n[RCON][203.0.113.9:40000] unban ${B}`,
      'A lifted=1',
    ],
  ],
  BattleMetrics: [
    [
      'a table',
      `Player,Steam ID,Reason,Note,Banned At,Expires,Banned By\nBob,${A},Cheating,,2026-01-01T00:00:00Z,Never,anna\nEve,${B},Racism,seen,2026-01-01T00:00:00Z,2035-11-20T09:09:00.000Z,anna`,
      'A B:2035-11-20T09:09',
    ],
  ],
  'lists in JSON': [
    [
      'tf2_bot_detector',
      JSON.stringify({
        [`${dollar}schema`]: 'https://example.org/v3/playerlist.schema.json',
        file_info: { authors: ['anna'], title: 'Cheaters' },
        players: [
          { attributes: ['cheater'], last_seen: { player_name: 'Bob', time: 1_704_715_200 }, steamid: steam3(A) },
          { attributes: ['suspicious'], steamid: B },
        ],
      }),
      'A B',
      'Bob; ',
    ],
    [
      'Strapi',
      JSON.stringify({
        data: [
          {
            id: 1,
            attributes: {
              steamId: A,
              reason: 'aimbot',
              expiresAt: '2035-11-20T09:09:00.000Z',
              createdAt: '2026-01-01T00:00:00.000Z',
            },
          },
          { id: 2, attributes: { steamId: B, reason: 'esp', expiresAt: null } },
        ],
        meta: { pagination: { page: 1, total: 2 } },
      }),
      'A:2035-11-20T09:09 B',
    ],
    [
      'unbanDate',
      `[{"player":"${A}","unbanDate":"2035-11-20T09:09:00Z"},{"player":"${B}","unbanDate":"soon"}]`,
      'A:2035-11-20T09:09 B:unread',
    ],
    [
      'times with fractions',
      `[{"steam_id":"${A}","end_time":1953394942.123},{"steam_id":"${B}","end_time":1704715200.5}]`,
      'A:2031-11-25T17:42 expired=1',
    ],
    [
      '.NET',
      `[{"SteamId":"${A}","Reason":"aimbot","BannedUntil":"\\/Date(${LATER}000)\\/"},{"SteamId":"${B}","BannedUntil":"0001-01-01T00:00:00"}]`,
      'A:2031-11-25T17:42 B',
    ],
    [
      'MongoDB',
      JSON.stringify([
        {
          _id: { [`${dollar}oid`]: '65a1' },
          steamid: { [`${dollar}numberLong`]: A },
          reason: 'x',
          expires: { [`${dollar}date`]: '2035-11-20T09:09:00Z' },
        },
      ]),
      'A:2035-11-20T09:09',
    ],
    [
      'keyed by the account, with reasons alone',
      JSON.stringify({ [A]: 'aimbot', [B]: 'racism' }),
      'A B',
      'aimbot; racism',
    ],
    [
      'keyed by the account, with ends alone',
      JSON.stringify({ [A]: '2024-01-08', [B]: '2035-11-20 09:09' }),
      'B:2035-11-20T09:09 expired=1',
    ],
    [
      'a player list of Oxide',
      JSON.stringify({ BannedPlayers: { [A]: { LastSeenNickname: 'Bob', Reason: 'x', ExpiresAt: 0 } } }),
      'A',
    ],
    [
      'JSON in JSON',
      JSON.stringify({
        status: 'ok',
        bans: JSON.stringify([
          { steamid: A, until: '2024-01-08' },
          { steamid: B, until: null },
        ]),
      }),
      'B expired=1',
    ],
    ['accounts alone as numbers', `{"banned": [${A}, ${B}]}`, 'A B'],
    [
      'accounts in a list of rows',
      JSON.stringify([
        [A, 'Bob', 'aimbot'],
        [B, 'Eve', 'esp'],
      ]),
      'A B',
    ],
    ['lists of bans and of staff', `{"admins":["${A}"],"bans":["${B}"]}`, 'B staff=1'],
    ['a flag', `[{"steamid":"${A}","active":false},{"steamid":"${B}","active":true}]`, 'B lifted=1'],
    [
      'other flags',
      `[{"steamid":"${A}","isBanned":false},{"steamid":"${B}","unbanned":true},{"steamid":"${C}","revoked":1},{"steamid":"${D}","unbanned":false}]`,
      'D lifted=3',
    ],
    [
      'a status',
      `[{"steamid":"${A}","status":"Lifted"},{"steamid":"${B}","status":"active"},{"steamid":"${C}","status":"expired"}]`,
      'B lifted=2',
    ],
    [
      'a time of lifting',
      `[{"steamid":"${A}","unbannedAt":"2024-01-08"},{"steamid":"${B}","unbannedAt":null}]`,
      'B lifted=1',
    ],
    [
      'an administrator beside the player',
      `[{"steamid":"${A}","reason":"x","bannedBy":"${B}","adminSteamId":"${B}"}]`,
      'A',
    ],
    ['a whitelist', `{"whitelist":["${A}"],"bans":[{"steamid":"${B}"}]}`, 'A:unclear B'],
    [
      'a list of Let Loose servers',
      JSON.stringify([
        {
          id: 7,
          player_id: A,
          reason: 'teamkill',
          admin_name: 'anna',
          created_at: '2026-01-01T00:00:00Z',
          expires_at: '2035-11-20T09:09:00Z',
          is_active: true,
        },
        {
          id: 8,
          player_id: B,
          reason: 'x',
          admin_name: 'anna',
          created_at: '2024-01-01T00:00:00Z',
          expires_at: null,
          is_active: false,
        },
      ]),
      'A:2035-11-20T09:09 lifted=1',
    ],
    [
      'a duration in days',
      `[{"steamid":"${A}","durationDays":7},{"steamid":"${B}","durationDays":0}]`,
      'A:2026-08-08T12:00 B',
    ],
    ['a duration without a unit', `[{"steamid":"${A}","duration":7}]`, 'A:unread'],
    [
      'a duration from its start',
      `[{"steamid":"${A}","createdAt":"2024-01-01T00:00:00Z","duration":"7 days"}]`,
      'expired=1',
    ],
  ],
  'words below JSON': [['with their line', `{"steamid":"${A}"}\n\nfoo\nbar`, 'A 3:no_account 4:no_account']],
  'JSON that is damaged, of which nothing is read': [
    ['broken off', `[{"steamid":"${A}","reason":"x"},\n{"steamid":"${B}","rea`, '2:damaged'],
    ['broken off in words', `{"bans":[\n${A} banned until 2035-11-20`, '2:damaged'],
    ['an object of a line without a quote', `{"steamid":"${A}","until:"2035"}\n{"steamid":"${B}"}`, '1:damaged'],
    ['an array without its bracket', `{"bans":{"steamid":"${A}"},{"steamid":"${B}"}],"admins":["${C}"]}`, '1:damaged'],
    ['a comment', `[\n  // our bans\n  {"steamid": "${A}"}\n]`, '2:damaged'],
    ['a comment of several lines', `{"steamid":"${A}"}\n/* lifted:\n{"steamid":"${B}"} */`, '3:damaged'],
    ['a comma after the last member', `[{"steamid": "${A}", "until": "2024-01-08",}]`, '1:damaged'],
    ['two ends by one name', `[{"steamid":"${A}","until":${LATER},"until":null}]`, '1:damaged'],
    ['an object after words', `unban {"steamid":"${A}","reason":che}`, '1:damaged'],
    ['a list that ends before its title', `{"unbanned":["${A}"]},"${B}","${C}"]}`, '1:damaged'],
    ['a list that ends before its end', `{"bans":["${A}"]},"expires":"2024-01-08"}`, '1:damaged'],
    ['a list that ends before its status', `["${A}"],"active":false}`, '1:damaged'],
    ['a status that ends before its list', `{"active":false},"players":["${A}"]}`, '1:damaged'],
    ['an entry that ends before its end', `{"steamid":"${A}"}, "until":"2024-01-08"}\n{"steamid":"${B}"}`, '1:damaged'],
  ],
  'other games and their tools': [
    [
      'SourceBans',
      `"bid","ip","authid","name","created","ends","length","reason","aid","RemovedBy","RemoveType"\n"1","","${steam2(A)}","Bob","1704715200","1704715200","0","aimbot","1","",""\n"2","","${steam2(B)}","Eve","1704715200","${LATER}","248679742","esp","1","",""\n"3","","${steam2(C)}","Joe","1704715200","1704801600","86400","x","1","",""\n"4","","${steam2(D)}","Max","1704715200","1704715200","0","x","1","2","U"`,
      'A B:2031-11-25T17:42 lifted=1 expired=1',
    ],
    [
      'a dump of SourceBans',
      `INSERT INTO \`sb_bans\` (\`bid\`, \`authid\`, \`name\`, \`created\`, \`ends\`, \`length\`, \`reason\`) VALUES\n(1, '${steam2(A)}', 'Bob', 1704715200, 1704801600, 86400, 'aimbot'),\n(2, '${steam2(B)}', 'Eve', 1704715200, ${LATER}, 248679742, 'esp');`,
      'B:2031-11-25T17:42 expired=1',
    ],
    ['SourceMod commands', `sm_addban 0 ${steam2(A)} aimbot\nsm_unban ${steam2(B)}`, 'A lifted=1'],
    [
      'a log of SourceMod',
      `L 07/31/2026 - 12:00:00: [basebans.smx] "Anna<2><${steam2(B)}><>" banned "Bob<3><${steam2(A)}><>" (minutes "0") (reason "aimbot")`,
      'A:unclear B:unclear',
    ],
    ['banned_user.cfg with minutes', `banid 60 ${steam2(A)}`, 'A:2026-08-01T13:00'],
    [
      'ULX',
      `"${steam2(A)}"\n{\n\t"admin"\t"Anna(${steam2(B)})"\n\t"name"\t"Bob"\n\t"reason"\t"aimbot"\n\t"time"\t"1704715200"\n\t"unban"\t"1704801600"\n}`,
      'A:unread staff=1 4:no_account 5:no_account 6:no_account',
    ],
    [
      '7 Days to Die',
      `<blacklist>\n  <blacklisted platform="Steam" userid="${A}" name="Bob" unbandate="2035-11-20 09:09:00" reason="aimbot" />\n</blacklist>`,
      'A:unread 1:no_account 3:no_account',
    ],
    [
      'staff of 7 Days to Die',
      `<users>\n  <user platform="Steam" userid="${B}" name="Anna" permission_level="0" />\n</users>`,
      'staff=1 1:no_account 3:no_account',
    ],
    ['DayZ', `${A} // Bob aimbot\n${B} //Eve`, 'A B'],
    ['Squad', `${A}:0 //aimbot\n${B}:${LATER} //esp\n${C}:1704715200 //old`, 'A B:2031-11-25T17:42 expired=1'],
    ['staff of Squad', `Group=SuperAdmin:kick,ban,chat\nAdmin=${A}:SuperAdmin // Anna`, 'staff=1'],
    ['Valheim', `// List banned players ID  ONE per line\n${A}\nSteam_${B}`, 'A B'],
    ['staff of Valheim', `// List admin players ID  ONE per line\n${A}\n${B}`, 'staff=2'],
    [
      'Hell Let Loose',
      `${A} : nickname "Bob" banned for 48 hours on 2024.01.08-12.00.00 for "teamkill" by admin "Anna"`,
      'A:unread',
    ],
    [
      'Hell Let Loose, for good',
      `${A} : nickname "Bob" banned on 2024.01.08-12.00.00 for "teamkill" by admin "Anna"`,
      'A:unread',
    ],
    [
      'Minecraft, with accounts of Steam',
      `[{"uuid":"${A}","name":"Bob","created":"2024-01-08 12:00:00 +0000","source":"Server","expires":"forever","reason":"Banned by an operator."}]`,
      'A',
    ],
    [
      'TShock',
      JSON.stringify([
        {
          Identifier: A,
          Reason: 'x',
          BanningUser: 'anna',
          BanDateTime: '2024-01-08T00:00:00Z',
          ExpirationDateTime: '2024-02-08T00:00:00Z',
        },
      ]),
      'expired=1',
    ],
    [
      'FiveM',
      JSON.stringify([
        {
          identifiers: ['license:0a1b', `steam:${A}`],
          reason: 'x',
          expire: 1_704_715_200,
        },
      ]),
      'expired=1',
    ],
  ],
  'logs of plugins and of Discord': [
    [
      'with a day before the line and a duration',
      `[2024-01-08 12:00:00] Banned User for 7 days: ${A} - "Bob" because "aimbot"`,
      'expired=1',
    ],
    [
      'with the time before the line and a duration',
      `[12:00:00] Banned User for 7 days: ${A} - "Bob" because "aimbot"`,
      'A:2026-08-08T12:00',
    ],

    ['of a plugin', `[Oxide] 12:03 [Info] [Bans] Bob (${A}) was banned for aimbot`, 'A'],
    ['of a plugin that lifts', `[Oxide] 12:03 [Info] [Bans] Bob (${A}) has been unbanned by Anna`, 'lifted=1'],
    ['of a plugin with a duration', `(12:03:11) | Bob (${A}) was banned for 3 days (spam)`, 'A:2026-08-04T12:00'],
    ['of a plugin with an end', `[BetterBans] ${A}/Bob banned until 2035-11-20 09:09 (esp)`, 'A:2035-11-20T09:09'],
    ['of another plugin', `[EnhancedBanSystem] ${A}: Bob banned until 2024-01-08 12:00`, 'expired=1'],
    [
      'of a moderation bot',
      lines('**Case 12 | Ban | Bob**', `User: Bob (${A})`, 'Moderator: anna', 'Reason: aimbot', 'Duration: 7 days'),
      'A:2026-08-08T12:00',
    ],
    ['a report', lines('Player: Bob', `Steam ID: ${A}`, 'Reason: aimbot', 'Banned until: 2024-01-08'), 'expired=1'],
    [
      'two reports',
      lines(
        `SteamID: ${A}`,
        'Reason: aimbot',
        'Expires: never',
        '',
        `SteamID: ${B}`,
        'Reason: esp',
        'Expires: 20.11.2035 9:09',
      ),
      'A B:2035-11-20T09:09',
      'aimbot; esp',
    ],
    ['a report with a strange end', lines(`SteamID: ${A}`, 'Reason: aimbot', 'Expires: after the wipe'), 'A:unread'],
    ['a report of a lifted ban', lines(`SteamID: ${A}`, 'Reason: aimbot', 'Status: unbanned'), 'lifted=1'],
    ['a bullet with a timestamp', `- **Bob** (${A}) banned until <t:${LATER}:R>`, 'A:2031-11-25T17:42'],
    ['a struck-out line', `~~${A} Bob aimbot~~\n${B} Eve esp`, 'B lifted=1'],
    ['a struck-out account', `- ~~${A}~~ (appealed)\n- ${B}`, 'B lifted=1'],
    [
      'with colours',
      `\u001B[31mbanned\u001B[0m \u001B[1m${A}\u001B[0m aimbot\n\u001B[32munbanned\u001B[0m ${B}`,
      'A lifted=1',
    ],
    ['with mentions', `<@123456789012345678> banned ${A} for aimbot`, 'A'],
    ['with a link', `Ban: [Bob](${profile(A)}) — aimbot`, 'A'],
    ['with somebody who banned', `${A} was banned by ${B}`, 'A'],
    ['with an end in every line', `${A} PERMA aimbot\n${B} 7d spam\n${C} until 1/8/2035`, 'A B:unread C:unread'],
  ],
  'tables of spreadsheets': [
    ['dates of America in the past', `SteamID,Expires\n${A},1/8/2024 12:00 PM\n${B},8/13/2024 12:00 PM`, 'expired=2'],
    [
      'an unknown title of the account',
      `Cheater,Reason,Banned until\n${A},aimbot,2024-01-08\n${B},esp,2035-11-20 09:09`,
      'B:2035-11-20T09:09 expired=1',
    ],
    [
      'names that look like titles',
      `steamid,name,until\n${A},unban,never\n${B},owner,2035-11-20 09:09`,
      'A B:2035-11-20T09:09',
    ],
    [
      'an administrator in front of the player',
      `Admin,Admin ID,Player,Player ID,Until\nanna,${B},Bob,${A},2035-11-20 09:09`,
      'A:2035-11-20T09:09',
    ],

    [
      'German',
      `Steam-ID;Spieler;Grund;Gebannt am;Gebannt bis\n${A};Bob;Aimbot;01.01.2026;20.11.2035 09:09\n${B};Eve;Wallhack;01.01.2026;dauerhaft\n${C};Joe;Spam;01.01.2024;08.01.2024`,
      'A:2035-11-20T09:09 B expired=1',
      'Bob, Aimbot; Eve, Wallhack',
    ],
    [
      'English, with dates of America',
      `SteamID,Name,Reason,Expires\n${A},Bob,aimbot,11/20/2035 9:09 AM\n${B},Eve,esp,1/8/2035 12:00 PM`,
      'A:2035-11-20T09:09 B:2035-01-08T12:00',
    ],
    [
      'English, with dates of Britain',
      `SteamID,Name,Reason,Expires\n${A},Bob,aimbot,20/11/2035 09:09\n${B},Eve,esp,1/8/2035 12:00`,
      'A:2035-11-20T09:09 B:2035-08-01T12:00',
    ],
    [
      'dates of which the order is open',
      `SteamID,Name,Expires\n${A},Bob,1/8/2035 12:00 PM\n${B},Eve,never`,
      'A:unread B',
    ],
    [
      'dates of two orders',
      `SteamID,Expires\n${A},20/11/2035\n${B},11/20/2035\n${C},1/8/2035`,
      'A:2035-11-21T00:00 B:2035-11-21T00:00 C:unread',
    ],
    [
      'an unknown title of an end',
      `steamid,name,Bis wann\n${A},Bob,20.11.2035 9:09\n${B},Eve,08.01.2024`,
      'A:2035-11-20T09:09 expired=1',
    ],
    [
      'an unknown title, known by its values',
      `steamid,name,Frist\n${A},Bob,20.11.2035 9:09\n${B},Eve,08.01.2024\n${C},Joe,nie`,
      'A:2035-11-20T09:09 C expired=1',
    ],
    [
      'an unknown title, with values of the past',
      `steamid,name,Frist\n${A},Bob,08.01.2024\n${B},Eve,09.01.2024`,
      'A:unread B:unread',
    ],
    [
      'a duration from its start',
      `steamid,banned_at,duration\n${A},2024-01-08,7 days\n${B},2026-07-31 12:00,7 days\n${C},2024-01-08,perma`,
      'B:2026-08-07T12:00 C expired=1',
    ],
    ['a status', `steamid;name;status\n${A};Bob;unbanned\n${B};Eve;active\n${C};Joe;expired`, 'B lifted=2'],
    ['a column of who lifted', `steamid,reason,unbanned_by\n${A},x,anna\n${B},y,`, 'B lifted=1'],
    ['accounts after an apostrophe', `SteamID;Name\n'${A};Bob\n'${B};Eve`, 'A B'],
    ['accounts with exponents', 'SteamID;Name\n7,65612E+16;Bob\n7.65612E+16;Eve', '2:changed_number 3:changed_number'],
    [
      'accounts with separators of thousands',
      'SteamID;Name\n"76,561,198,007,433,923";Bob\n76.561.198.007.433.923;Eve',
      '2:changed_number 3:changed_number',
    ],
    ['without a header', `${A},Bob,aimbot,2035-11-20 09:09\n${B},Eve,esp,permanent`, 'A:2035-11-20T09:09 B'],
    [
      'without a header, with dates of the past',
      `${A};Bob;aimbot;2024-01-08\n${B};Eve;esp;2024-02-08`,
      'A:unread B:unread',
    ],
    ['without a header, with durations', `${A}\tBob\taimbot\t7 days\n${B}\tEve\tesp\tPERMA`, 'A:2026-08-08T12:00 B'],
    [
      'a title above the header',
      `Our bans,,\nsteamid,name,banUntil\n${A},Bob,2024-01-08\n${B},Eve,2035-11-20 09:09`,
      'B:2035-11-20T09:09 expired=1',
    ],
    [
      'Markdown',
      lines(
        '| Player | SteamID | Reason | Expires |',
        '| --- | --- | --- | --- |',
        `| Bob | ${A} | aimbot | 2035-11-20 09:09 |`,
        `| Eve | ${B} | esp | never |`,
      ),
      'A:2035-11-20T09:09 B',
      'Bob, aimbot; Eve, esp',
    ],
    ['rows of a list of administrators', `steamid,name,group\n${A},Anna,Owner\n${B},Bob,Banned`, 'B staff=1', 'Bob'],
    [
      'an end beside a note',
      `steamid,note\n${A},banned until 2024-01-08\n${B},banned until 2035-11-20 09:09`,
      'B:2035-11-20T09:09 expired=1',
    ],
    ['a second account in a name', `steamid,name\n${A},alt of ${B}`, 'A 2:second_account'],
    [
      'dates of which one is strange',
      `steamid,until\n${A},2035-11-20 09:09\n${B},after the wipe\n${C},31.02.2035`,
      'A:2035-11-20T09:09 B:unread C:unread',
    ],
  ],
  'lists in YAML and INI': [
    [
      'YAML',
      lines(
        'bans:',
        `  - steamid: ${A}`,
        '    name: Bob',
        '    reason: aimbot',
        '    banUntil: 2035-11-20 09:09',
        `  - steamid: "${B}"`,
        '    reason: esp',
        '    banUntil: never',
      ),
      'A:2035-11-20T09:09 B',
      'Bob, aimbot; esp',
    ],
    [
      'YAML keyed by the account',
      lines(`'${A}':`, '  reason: aimbot', '  expires: 2024-01-08', `'${B}':`, '  reason: esp'),
      'B expired=1',
    ],
    ['YAML of bans and of staff', lines('admins:', `  - ${A}`, 'banned:', `  - ${B}`), 'B staff=1'],
    ['INI', `[Bans]\nBannedPlayers=${A}\nBannedPlayers=${B}`, 'A B'],
  ],
  'lists of people': [
    ['quotes of any kind', `“${A}”\n„${B}“\n«${C}»\n‘${D}’`, 'A B C D'],
    ['names that could be accounts', `${A}:gaben\n${B} 22202`, 'A B'],
    ['names that could be accounts, before them', `gaben: ${A}\n1234567890 (${B})`, 'A B'],
    ['a struck-out line with a date', `~~${A} banned until 20.11.2035~~`, 'lifted=1'],
    [
      'lifted bans in Spanish and French',
      lines(`Ban levantado: ${A}`, `${B} sanción levantada`, `ban levé pour ${C}`, `${D} ban retiré`),
      'lifted=4',
    ],
    [
      'lifted bans in Polish, Czech and Portuguese',
      lines(`${A} ban zdjęty`, `${B} ban zrušen`, `${C} ban removido`),
      'lifted=3',
    ],

    ['accounts alone', `${A}\n${B}\r\n${C}`, 'A B C'],
    ['a list with reasons', `• ${A} – aimbot\n• ${B} – racism`, 'A B', 'aimbot; racism'],
    ['names before the accounts', `Bob - ${A}\nEve: ${B}\n1. Joe (${C})`, 'A B C'],
    [
      'ends in words',
      `${A} banned until 20.11.2035 9:09\n${B} permaban\n${C} banned for 7 days`,
      'A:2035-11-20T09:09 B C:2026-08-08T12:00',
    ],
    ['a ban that ended', `${A} banned until 2024-01-08`, 'expired=1'],
    [
      'lifted bans',
      lines(
        `${A} ban lifted`,
        `Ban lifted: ${B}`,
        `${C} isn't banned any more`,
        `${D} is no longer banned`,
        `${E} unbanned (appeal)`,
      ),
      'lifted=5',
    ],
    [
      'lifted bans in Western Europe',
      lines(`${A} entbannt`, `${B} débanni`, `${C} desbaneado`, `${D} desbanido`, `Bann aufgehoben: ${E}`),
      'lifted=5',
    ],
    [
      'lifted bans in Eastern Europe',
      lines(`${A} odbanowany`, `${B} odbanován`, `${C} разбанен`, `${D} розбанено`),
      'lifted=4',
    ],
    ['lifted bans in Turkey and China', lines(`${A} banı kaldırıldı`, `${B} 已解封`), 'lifted=2'],
    ['headlines of bans and of staff', lines('Banned:', `- ${A} Bob`, '', 'Admins:', `- ${B} Anna`), 'A staff=1'],
    ['questions', `Can somebody look at ${A}?\nIs ${B} banned?`, 'A:unclear B:unclear'],
    ['a conversation', `I talked to ${A} yesterday and he was friendly, we could invite him.`, 'A:unclear'],
    ['a conversation with a word for a ban', `Please do not ban ${A}, he is a friend of mine`, 'A:unclear'],
    ['a list of the whitelist', `whitelist add ${A}\nreserved slot: ${B}`, 'A:unclear B:unclear'],
    [
      'words that are no accounts',
      'gaben aimbot\n1234567 seen\nhttps://example.org/76561198',
      '1:no_account 2:no_account 3:no_account',
    ],
    [
      'a number of a program that rounds',
      '7.65612E+16 aimbot\n76 561 198 007 433 923 esp',
      '1:changed_number 2:changed_number',
    ],
    ['an account of no person', '76561197960265728 nobody\n12345678901234567 x', '1:no_account 2:no_account'],
  ],
  'dumps and texts of programs': [
    ['Python', `[{'steamid': '${A}', 'until': None}, {'steamid': '${B}', 'until': '2024-01-08'}]`, '1:damaged'],
    ['tuples of Python', `[('${A}', 'Bob', '2024-01-08'), ('${B}', 'Eve', '2035-11-20 09:09')]`, 'A:unread B:unread'],
    [
      'JavaScript',
      `const bans = [\n  { steamid: '${A}', until: '2024-01-08' }, // old\n  { steamid: "${B}", until: null },\n]`,
      'B:unread expired=1',
    ],
    [
      'Lua',
      `bans = {\n  ["${A}"] = { reason = "x", expires = 1704715200 },\n  ["${B}"] = { reason = "y", expires = 0 },\n}`,
      '2:damaged',
    ],
    [
      'PHP',
      `return [\n  '${A}' => ['reason' => 'x', 'expires' => '2024-01-08'],\n  '${B}' => ['reason' => 'y', 'expires' => null],\n];`,
      'A:unread B:unread 1:no_account',
    ],
    [
      'TOML',
      `[[bans]]\nsteamid = "${A}"\nexpires = 2024-01-08T12:00:00Z\n\n[[bans]]\nsteamid = "${B}"\nreason = "esp"`,
      'B expired=1',
    ],
    [
      'XML',
      `<bans>\n<ban><steamid>${A}</steamid><expires>2024-01-08</expires></ban>\n<ban><steamid>${B}</steamid><expires>2035-11-20</expires></ban>\n</bans>`,
      'A:unread B:unread',
    ],
    [
      'XML with a line for each member',
      `<ban>\n  <steamid>${A}</steamid>\n  <expires>2024-01-08</expires>\n</ban>`,
      'A:unread',
    ],
    [
      'HTML',
      `<tr><td>${A}</td><td>Bob</td><td>2024-01-08</td></tr>\n<tr><td>${B}</td><td>Eve</td><td>never</td></tr>`,
      'A:unread B',
    ],
    [
      'Postgres',
      `      steamid      |       until\n-------------------+---------------------\n ${A} | 2024-01-08 12:00:00\n ${B} | \n(2 rows)`,
      'B expired=1 5:no_account',
    ],
    [
      'MySQL',
      `+-------------------+------+---------------------+\n| steamid           | name | expires             |\n+-------------------+------+---------------------+\n| ${A} | Bob  | 2024-01-08 12:00:00 |\n| ${B} | Eve  | NULL                |\n+-------------------+------+---------------------+\n2 rows in set (0.00 sec)`,
      'B expired=1 7:no_account',
    ],
    [
      'MySQL with a line for each column',
      `*************************** 1. row ***************************\nsteamid: ${A}\nexpires: 2024-01-08 12:00:00\n*************************** 2. row ***************************\nsteamid: ${B}\nexpires: NULL`,
      'B expired=1 1:no_account 4:no_account',
    ],
    ['an insertion', `INSERT INTO bans VALUES ('${A}', 'Bob', '2024-01-08 12:00:00');`, 'A:unread'],
    [
      'an embed of Discord',
      JSON.stringify({
        embeds: [
          {
            title: 'Ban',
            fields: [
              { name: 'SteamID', value: A },
              { name: 'Expires', value: '2024-01-08' },
            ],
          },
        ],
      }),
      'expired=1',
    ],
    [
      'a flag for good',
      `[{"steamid":"${A}","permanent":true},{"steamid":"${B}","permanent":false}]`,
      'A:unread B:unread',
    ],
    [
      'a flag for good beside an end',
      `[{"steamid":"${A}","permanent":false,"expires":"2035-11-20T09:09:00Z"},{"steamid":"${B}","permanent":true,"expires":"2024-01-08"}]`,
      'A:2035-11-20T09:09 expired=1',
    ],
    ['a period', `[{"steamid":"${A}","ban":{"from":"2024-01-01","to":"2024-01-08"}}]`, 'A:unread'],
    [
      'an object for the ban',
      `[{"player":{"steamid":"${A}","name":"Bob"},"ban":{"reason":"x","expires":"2024-01-08"}}]`,
      'expired=1',
    ],
    ['the account as a key of times', `{"${A}":1704715200,"${B}":${LATER}}`, 'B:2031-11-25T17:42 expired=1'],
    ['the account as a key of flags', `{"${A}":true,"${B}":false}`, 'A lifted=1'],
    ['lists by state', `{"banned":["${A}"],"unbanned":["${B}"]}`, 'A lifted=1'],
    ['lists of bans and of mutes', `{"bans":["${A}"],"mutes":["${B}"]}`, 'A B:unclear'],
    ['accounts with one end', `[{"steamIds":["${A}","${B}"],"expires":"2024-01-08"}]`, 'expired=2'],
    ['an end above a list', `{"until":"2024-01-08","bans":["${A}"]}`, 'A:unread'],
    [
      'two tables',
      `steamid,until\n${A},2024-01-08\n\nsteamid;name;expires\n${B};Eve;2035-11-20 09:09`,
      'B:unread expired=1 4:no_account',
    ],
    ['a table after commands', `banid ${A} "Bob" "x" -1\n\nsteamid,until\n${B},2024-01-08`, 'A expired=1'],
    [
      'a table with spaces',
      `SteamID              Name    Expires\n${A}    Bob     2024-01-08\n${B}    Eve     never`,
      'A:unread B:unread',
    ],
    [
      'a table with spaces and bans for good alone',
      `SteamID              Name    Reason\n${A}    Bob     aimbot\n${B}    Eve     esp`,
      'A B',
    ],
    ['a table with an end before the account', `Expires,SteamID\n2024-01-08,${A}\nnever,${B}`, 'B expired=1'],
    [
      'a table with the length and the date',
      `Date,SteamID,Ban Length\n2024-01-01,${A},7 days\n2024-01-01,${B},permanent`,
      'B expired=1',
    ],
    ['a table with a flag for good', `steamid,permanent\n${A},yes\n${B},no`, 'A:unread B:unread'],
    ['a table with remaining days', `steamid,days left\n${A},7\n${B},-`, 'A:2026-08-08T12:00 B'],
    [
      'a card of a bot',
      `**Ban**\n> **Player:** Bob\n> **SteamID64:** \`${A}\`\n> **Expires:** <t:1704715200:f>`,
      'expired=1',
    ],
    [
      'a card of a bot with bold titles alone',
      `**SteamID**\n${A}\n**Reason**\naimbot\n**Ends**\n2024-01-08`,
      'A:unread 3:no_account 4:no_account 6:no_account',
    ],
    ['a list with ends in brackets', `${A} (until 2024-01-08)\n${B} [7d]\n${C} (perm)`, 'B:unread C expired=1'],
    ['a list with arrows', `${A} -> 2035-11-20\n${B} -> perma`, 'A:unread B'],
    ['a list with "exp"', `${A} aimbot exp: 2024-01-08\n${B} esp exp: never`, 'B expired=1'],
  ],
  'texts that were once read wrongly': [
    [
      'headings with ends',
      `Permanent bans:\n${A}\n\nTemp bans (until 20.12.2026):\n${B}\n\n3 days:\n${C}`,
      'A B:unread C:unclear',
    ],
    ['headings of other lists', `Admins:\n${A}\n\nCheaters:\n${B}\n\nWhitelist:\n${C}`, 'B C:unclear staff=1'],
    ['a heading that forbids a ban', `DO NOT BAN:\n${A}\n\nban these:\n${B}`, 'A:unclear B'],
    ['an end below a list', `${A}\n${B}\nuntil 2035-01-01`, 'A:unread B:unread'],
    ['an end after a line in a card', `SteamID: ${A}\nhello there\nExpires: 2024-01-08`, 'expired=1 2:no_account'],
    ['a card of a lifted ban', `SteamID: ${A}\nAction: Unban`, 'lifted=1'],
    [
      'negations in other languages',
      `${A} не забанен\nB no está baneado ${B}\n${C} n'est pas banni\n${D} banlı değil`,
      'A:unclear B:unclear C:unclear D:unclear',
    ],
    [
      'a duration in a log of the past',
      `[Oxide] 2024/01/08 12:00 [Info] Bob (${A}) was banned for 3 days (spam)`,
      'A:unread',
    ],
    ['a slash command with names of options', `/ban user:${A} reason:aimbot duration:3d`, 'A:2026-08-04T12:00'],
    ['a word for a day', `${A} ban ends tomorrow`, 'A:unread'],
    ['a time right after the account', `${A}=2024-01-08\n${B} 1704715200`, 'A:unread B:unread'],
    ['a temporary ban without its end', `${A} temp ban`, 'A:unread'],
    ['a number after a command that bans', `ban ${A} 60`, 'A:unread'],
    ['a ban in the argument of another command', `rcon -p pw "banid ${A} \\"Bob\\" \\"esp\\" 1704715200"`, 'expired=1'],
    ['YAML with roles', `- id: ${A}\n  role: admin\n- id: ${B}\n  role: banned`, 'B staff=1'],
    ['names of lists before their accounts', `banned: [${A}]\nadmins: [${B}]\nunbanned: [${C}]`, 'A lifted=1 staff=1'],
    ['other punishments', `steamid,type,reason\n${A},ban,aimbot\n${B},warn,toxic`, 'A B:unclear'],
    ['a column of verdicts', `Player,Steam,Outcome\nBob,${A},banned\nEve,${B},not banned`, 'A lifted=1'],
    ['a title inside of a table', `steamid,name\n${A},Bob\n\nUnbanned\n${B},Eve`, 'A lifted=1'],
    [
      'a row that breaks off before its end',
      `steamid,name,until\n${A},Bob,2035-11-20\n${B},Eve`,
      'A:2035-11-21T00:00 B:unread',
    ],
    ['columns of mutes', `steamid,ban until,mute until\n${A},never,2024-01-08\n${B},2024-01-08,never`, 'A expired=1'],
    [
      'a table in a language that is not known',
      `스팀ID,닉네임,만료일\n${A},밥,2024-01-08\n${B},이브,영구`,
      'A:unread B',
    ],
    ['the one who reports', `[{"reporter":"${A}","target":"${B}"}]`, 'A:unclear 1:second_account'],
    ['JSON by state', `{"bans":{"active":[{"steamId":"${A}"}],"expired":[{"steamId":"${B}"}]}}`, 'A lifted=1'],
    [
      'rows without titles in JSON',
      `[["${A}","Bob","2024-01-01"],["${B}","Eve","2034-01-01"]]`,
      'B:2034-01-02T00:00 expired=1',
    ],
    [
      'statements in SQL',
      `DELETE FROM bans WHERE steamid = '${A}';\nUPDATE players SET banned = 0 WHERE steamid = '${B}';`,
      'lifted=2',
    ],
    ['other commands', `teleport ${A}\ninventory.giveto ${B} rifle.ak`, 'A:unclear B:unclear'],
    ['numbers with #', `#1 ${A} Bob\n#2 ${B} Eve`, 'A B'],
    ['accounts beside Chinese characters', `封禁${A}外挂`, 'A'],
    ['the one who banned before the account', `Admin: ${A} banned ${B}`, 'B'],
    ['a command after a card', `steamid: ${A}\nname: Bob\nunban ${B}`, 'A lifted=1'],
  ],
  'what stands around JSON and tables': [
    ['a heading before JSON', `Unbanned:\n{"steamId":"${B}"}`, 'lifted=1'],
    ['a heading of staff before JSON', `Admins:\n[{"steamId":"${B}"}]`, 'staff=1'],
    ['a command before JSON', `unban {"steamId":"${B}"}`, 'lifted=1'],
    ['an end before JSON', `These bans end 2035-01-01:\n[{"steamId":"${B}"}]`, 'B:2035-01-02T00:00'],
    ['a heading before a table', `Unbanned:\nsteamid,name\n${B},x`, 'lifted=1'],
    ['the action of a list', `{"action":"unban","players":["${A}"]}`, 'lifted=1'],
    ['the status of a list', `{"status":"unbanned","players":[{"steamId":"${A}"}]}`, 'lifted=1'],
    ['a list that is not active', `{"active":false,"players":[{"steamId":"${A}"}]}`, 'lifted=1'],
    ['the title of a list', `{"title":"Unbanned","players":[{"steamId":"${A}"}]}`, 'lifted=1'],
    ['the status of an answer', `{"status":"ok","bans":[{"steamId":"${A}"}]}`, 'A'],
    ['a time before JSON', `[12:03] bans\n[{"steamid":${A}}]`, 'A'],
    ['commented JSON', `#{"steamid":"${B}"}\n{"steamid":"${A}"}`, 'A lifted=1'],
    ['JSON that is struck out', `{"steamid":"${A}"}\n~~{"steamid":"${B}"}~~`, 'A lifted=1'],
    ['two lists by one name', `{"bans":["${A}"],"bans":["${B}"]}`, 'A B'],
    [
      'a table that breaks off after an account',
      `steamid,reason,ends\n${B},x,2035-01-01\n${A}`,
      'A:unread B:2035-01-02T00:00',
    ],
    [
      'a table that breaks off after a separator',
      `steamid,reason,ends\n${B},x,2035-01-01\n${A},`,
      'A:unread B:2035-01-02T00:00',
    ],
  ],
  'objects inside of entries': [
    ['the only punishment', `[{"steamId":"${A}","bans":[{"expires":"2035-01-01"}]}]`, 'A:2035-01-02T00:00'],
    ['the only punishment of an account', `{"${A}":[{"reason":"x","expires":1704067200}]}`, 'expired=1'],
    ['a punishment of another kind', `[{"steamId":"${A}","punishments":[{"type":"mute"}]}]`, 'A:unclear'],
    [
      'several punishments',
      `[{"steamId":"${A}","history":[{"type":"ban","active":false},{"type":"ban","expires":"2035-01-01"}]}]`,
      'A:unclear',
    ],
    ['a pair of an account and its terms', `[["${A}",{"until":"2035-01-01"}]]`, 'A:2035-01-02T00:00'],
    [
      'fields by their keys',
      `[{"steamId":"${A}","fields":[{"key":"expires","value":"2035-01-01"}]}]`,
      'A:2035-01-02T00:00',
    ],
    ['the parts of a date', `[{"steamId":"${A}","expires":{"year":2027,"month":1,"day":1}}]`, 'A:unread'],
    ['an end far inside', `[{"steamId":"${A}","a":{"b":{"c":{"d":{"e":{"expires":"2035-01-01"}}}}}}]`, 'A:unclear'],
    [
      'a ban that is temporary',
      `[{"steamId":"${A}","temporary":true},{"steamId":"${B}","temporary":false}]`,
      'A:unread B',
    ],
    ['a kind that is temporary', `[{"steamId":"${A}","banType":"temporary"}]`, 'A:unread'],
    ['a column of kinds', `steamid,type\n${A},temp ban\n${B},ban`, 'A:unread B'],
  ],
  'several accounts on a line': [
    ['a ban with its account inside', `Ban of ${A} was lifted\nThe ban for ${B} has been removed`, 'lifted=2'],
    ['a ban with its account inside, in Russian', `Бан ${A} снят`, 'lifted=1'],
    [
      'other words for lifting',
      `Revoked: ${A}\n${B} ban reversed\npreviously banned: ${C}\nRemoved from ban list: ${D}`,
      'lifted=4',
    ],
    ['a lifted ban and another one', `Unbanned: ${A} Banned: ${B}`, 'A:unclear B:unclear'],
    ['a ban and a reporter', `Cheater: ${A} Reporter: ${B}`, 'A:unclear B:unclear'],
    ['bans and admins', `Bans: ${A} Admins: ${B}`, 'A:unclear B:unclear'],
    ['equal labels', `Steam: ${A} Steam: ${B}`, 'A B'],
    ['two ends', `${A} permanent | ${B} 7 days`, 'A:unread B:unread'],
    ['an end of all', `${A}, ${B} until 2035-01-01`, 'A:2035-01-02T00:00 B:2035-01-02T00:00'],
    ['digits of another script', `７６５６１１９８００７４３３９２３ 永久封禁\n${B} x`, 'B 1:no_account'],
  ],
}

const NAMES = new Map(Object.entries({ A, B, C, D, E }).map(([name, steamId]) => [steamId, name]))

const minuteOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 16)

/** What a list says, in the words of `RECORDED_TEXTS`. */
function tell(list: ReadBanList): string {
  const nameOf = ({ steamId }: OpenBan) => NAMES.get(steamId) ?? steamId
  const accounts = [
    ...list.bans.map((ban) => nameOf(ban) + (ban.until === null ? '' : `:${minuteOf(ban.until)}`)),
    ...list.unreadEnds.map((ban) => `${nameOf(ban)}:unread`),
    ...list.unclear.map((ban) => `${nameOf(ban)}:unclear`),
  ]
  const counts = (['lifted', 'staff', 'expired', 'repeated'] as const)
    .filter((count) => list[count] > 0)
    .map((count) => `${count}=${list[count]}`)
  const rest = list.notUnderstood.map(({ line, why }) => `${line}:${why}`)
  return [...accounts.toSorted(), ...counts, ...rest, ...(list.areRounded ? ['rounded'] : [])].join(' ')
}

const wordsOf = ({ name, reason, note }: OpenBan) => [name, reason, note].filter((word) => word !== '').join(', ')

describe.each(Object.entries(RECORDED_TEXTS))('%s:', (_, texts) => {
  const cases = texts.map(([title, ...rest]) => [title, rest] as const)
  test.each(cases)('%s', (_, [text, said, words]) => {
    const list = readBanList(text, NOW)
    // The text is in the message of a failure.
    expect({ text, said: tell(list) }).toEqual({ text, said })
    if (words !== undefined) expect(list.bans.map(wordsOf).join('; ')).toBe(words)
  })
})
