import { createPlurals } from '../../src/lib/plural.ts'
import { say } from './check-words.ts'
import type { checks as en } from './status-checks-en.ts'

const { noun } = createPlurals('de')
const lookups = noun({ one: 'Abfrage', other: 'Abfragen' })
const servers = noun({ one: 'Discord-Server', other: 'Discord-Servern' })

export const checks: typeof en = {
  steam_key: {
    label: 'Steam-Schlüssel',
    reachable: say('Steam nimmt den Schlüssel an.'),
    not_configured: say(
      'Es gibt keinen Schlüssel, deshalb lässt sich kein Konto nachschlagen.',
      'Hol dir einen Schlüssel unter https://steamcommunity.com/dev/apikey, setze `STEAM_API_KEY` und starte neu.',
    ),
    key_refused: say(
      'Steam lehnt den Schlüssel ab.',
      'Hol dir einen neuen Schlüssel unter https://steamcommunity.com/dev/apikey, setze `STEAM_API_KEY` und starte neu.',
    ),
    unreachable: say('Ein Schlüssel ist gesetzt. Ob Steam ihn annimmt, ist unbekannt, weil Steam nicht antwortet.'),
    blocked: say(
      'Ein Schlüssel ist gesetzt. Ob Steam ihn annimmt, ist unbekannt, weil Steam die Adresse dieses Servers sperrt.',
    ),
    unknown: say(
      'Ein Schlüssel ist gesetzt. Ob Steam ihn annimmt, ist vor der ersten Anfrage unbekannt.',
      'Warte einige Sekunden.',
    ),
  },
  discord_token: {
    label: 'Discord-Bot',
    connected: say('Der Bot ist verbunden.'),
    standby: say('Ein anderer Prozess betreibt den Bot; dieser übernimmt, wenn jener endet.'),
    connecting: say(
      'Der Bot ist nicht verbunden. Er versucht es von selbst weiter.',
      'Wenn das so bleibt, prüfe, ob dieser Rechner Discord erreicht.',
    ),
    refused: say(
      'Discord lehnt das Token oder den Bot ab.',
      'Kopiere das Token von https://discord.com/developers/applications, setze `DISCORD_TOKEN` und starte neu.',
    ),
    not_set: say('`DISCORD_TOKEN` ist nicht gesetzt, deshalb gibt es nur HTTP.'),
    not_here: say('Dieser Prozess betreibt wegen seiner `ROLE` keinen Bot.'),
  },
  invite: {
    label: 'Einladungslink',
    done: say(({ count }) => `Der Bot ist auf ${servers(count)}.`),
    missing: say('Der Bot ist auf keinem Discord-Server.', 'Öffne den Einladungslink und wähle deinen Server.'),
    no_link: say(
      'Der Bot ist auf keinem Discord-Server.',
      'Der Einladungslink steht hier, sobald der Bot dieses Prozesses angemeldet ist; siehe `DISCORD_TOKEN`.',
    ),
    unknown: say(
      'Der Bot hat seine Discord-Server noch nicht aufgelistet.',
      'Das tut er wenige Minuten nach der ersten Antwort von Steam. Wenn nicht, sieh im Log nach.',
    ),
    off: say('Ohne Bot nicht nötig.'),
    link: 'Bot einladen',
  },
  alert_channel: {
    label: 'Kanal für Meldungen',
    done: say(({ count }) => `Meldungen kommen auf ${servers(count)} an.`),
    missing: say('Kein Discord-Server hat einen Kanal für Meldungen.', 'Benutze `/beobachten kanal` in Discord.'),
    warning: say(
      ({ count }) => `Auf ${servers(count)} kommen keine Meldungen an; sie werden zurückgehalten.`,
      'Benutze dort `/beobachten kanal`.',
    ),
    unknown: say('Die Kanäle sind unbekannt, weil die Datenbank nicht lesbar ist.'),
    off: say('Kein Discord-Server benutzt Beobachtungslisten oder Richtlinien.'),
    problems: {
      not_set: 'kein Kanal gesetzt',
      channel_gone: 'den Kanal gibt es nicht mehr',
      forbidden: 'der Bot darf im Kanal nicht schreiben',
    },
  },
  game_servers: {
    label: 'Rust-Server',
    done: say('Alle Rust-Server haben innerhalb eines Tages gefragt.'),
    missing: say(
      'Noch nie hat ein Rust-Server gefragt.',
      'Setze auf dem Rust-Server `server.bansServerEndpoint` auf die Adresse, die `/richtlinie token` zeigt.',
    ),
    warning: say(
      'Mindestens ein Rust-Server hat seit einem Tag nicht gefragt.',
      'Wenn er Spieler hat, vergleiche sein `server.bansServerEndpoint` mit der Adresse, die `/richtlinie token` zeigt.',
    ),
    no_rules: say(
      ({ count }) =>
        `${count === 1 ? 'Ein Rust-Server hat' : `${count} Rust-Server haben`} weder Regeln noch eigene Bans: Niemand wird abgelehnt.`,
      'Füge Regeln mit `/richtlinie bearbeiten` oder Bans mit `/banliste` hinzu, oder in der Datei von `POLICY_FILE`.',
    ),
    unknown: say(
      'Ob alle Rust-Server fragen, ist unbekannt: Die Datenbank ist nicht lesbar, oder der Server von `POLICY_FILE` hat seit dem Start nicht gefragt.',
    ),
    off: say('Kein Rust-Server hat ein Token.'),
    publicUrl: 'Adresse für Rust-Server (`HTTP_PUBLIC_URL`)',
    noPublicUrl: '`HTTP_PUBLIC_URL` ist nicht gesetzt: `/richtlinie token` kann nicht die ganze Adresse zeigen.',
    withoutRules: 'keine Regeln und keine Bans',
    server: 'Rust-Server',
    lastAsked: 'Zuletzt gefragt',
    never: 'nie',
    notSinceStart: 'nicht seit dem Start',
  },
  proxy: {
    label: 'Proxy',
    done: say(({ when }) => `Ein vertrauenswürdiger Proxy hat zuletzt ${when} einen Client weitergeleitet.`),
    warning: say(
      'Ein Proxy auf diesem Rechner leitet Clients weiter, und ihm wird nicht vertraut: Alle seine Clients zählen als einer.',
      'Setze `TRUST_PROXY` auf die Adresse des Proxys, zum Beispiel `loopback`, und starte neu.',
    ),
    unknown: say(
      '`TRUST_PROXY` ist gesetzt, aber noch kein vertrauenswürdiger Proxy hat einen Client weitergeleitet.',
      'Öffne den Dienst über den Proxy. Wenn das so bleibt, sendet der Proxy kein `X-Forwarded-For`, oder er hat eine andere Adresse.',
    ),
    off: say('Es wird kein Proxy benutzt.'),
  },
  tls: {
    label: 'HTTPS',
    certificate: say(({ when }) => `Das Zertifikat läuft ${when} ab.`),
    proxy: say('Ein vertrauenswürdiger Proxy übernimmt HTTPS.'),
    ends: say(
      ({ when }) => `Das Zertifikat läuft ${when} ab.`,
      'Erneuere die Datei von `HTTP_TLS_CERT` und starte neu: Sie wird beim Start gelesen.',
    ),
    ended: say(
      ({ when }) => `Das Zertifikat ist ${when} abgelaufen; Clients lehnen es ab.`,
      'Erneuere die Datei von `HTTP_TLS_CERT` und starte neu: Sie wird beim Start gelesen.',
    ),
    unknown: say('Ob Verbindungen verschlüsselt sind, ist unbekannt.'),
    off: say('Nicht nötig: Dieser Server lauscht nur auf diesem Rechner.'),
  },
  rate_limit: {
    label: 'Limit pro Client',
    done: say(({ count }) => `Ein Client darf ${lookups(count)} pro Minute machen.`),
    warning: say(
      ({ count }) =>
        `Eine Freundesprüfung und eine Abfrage kosten zusammen ${lookups(count)}, mehr als ein Client pro Minute machen darf: Nach einer Abfrage muss er warten, bevor er Freunde prüfen kann.`,
      'Erhöhe `RATE_LIMIT_PER_MINUTE` oder senke `RATE_COST_FRIENDS` und starte neu.',
    ),
    off: say('Clients haben kein Limit.'),
  },
  backup: {
    label: 'Sicherung',
    done: say(({ when }) => `Die letzte Sicherung wurde ${when} gemacht.`),
    warning: say(
      ({ when }) => `Die letzte Sicherung wurde ${when} gemacht.`,
      'Führe `npm run backup -- <Datei>` aus, täglich mit cron oder einem systemd-Timer.',
    ),
    unknown: say(
      'Es ist keine Sicherung bekannt: Keine wurde mit `npm run backup` gemacht, andere hinterlassen keine Spur, oder die Datenbank ist nicht lesbar.',
      'Führe `npm run backup -- <Datei>` aus, täglich mit cron oder einem systemd-Timer.',
    ),
    off: say('Nicht nötig: Die Datenbank wird nicht benutzt.'),
  },
  admin_token: {
    label: 'Zugang zu dieser Seite',
    done: say('Diese Seite fragt nach `ADMIN_TOKEN`.'),
    off: say('`ADMIN_TOKEN` ist nicht gesetzt: Diese Seite öffnet sich nur auf diesem Rechner.'),
  },
}
