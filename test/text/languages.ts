import type { Translated } from '../../src/model/language.ts'

/** How the people of a language write a ban list. */
export interface ListLanguage {
  /** The code page of their spreadsheet program. */
  codePage: 'windows-1250' | 'windows-1251' | 'windows-1252' | 'windows-1254' | 'gbk'
  /** Titles of the columns with the account, the name, the reason and the end. */
  titles: [steamId: string, name: string, reason: string, end: string]
  /** A word of a cell for a ban that has no end. */
  never: string
  names: string[]
  reasons: string[]
  /** Sentences about the account ID, which is banned for good, until DATE, or not any more. */
  forGood: string
  until: string
  lifted: string
}

const spanish: ListLanguage = {
  codePage: 'windows-1252',
  titles: ['SteamID', 'Jugador', 'Motivo', 'Fecha fin'],
  never: 'nunca',
  names: ['José', 'Niño', 'Ángel'],
  reasons: ['trampas', 'insultos en español', 'teletransportación'],
  forGood: 'ID baneado para siempre',
  until: 'ID baneado hasta el DATE',
  lifted: 'ID desbaneado',
}

export const LIST_LANGUAGES: Translated<ListLanguage> = {
  en: {
    codePage: 'windows-1252',
    titles: ['Steam ID', 'Player', 'Reason', 'Banned until'],
    never: 'never',
    names: ['Bob', 'Eve', 'Zoë'],
    reasons: ['aimbot', 'racism', 'naïve cheating'],
    forGood: 'ID permanently banned',
    until: 'ID banned until DATE',
    lifted: 'ID unbanned',
  },
  cs: {
    codePage: 'windows-1250',
    titles: ['SteamID', 'Hráč', 'Důvod', 'Konec banu'],
    never: 'trvale',
    names: ['Jiří', 'Šimon', 'Žaneta'],
    reasons: ['podvádění', 'urážky hráčů', 'křičí do mikrofonu'],
    forGood: 'ID zabanován navždy',
    until: 'ID zabanován do DATE',
    lifted: 'ID odbanován',
  },
  de: {
    codePage: 'windows-1252',
    titles: ['SteamID', 'Spieler', 'Grund', 'Gebannt bis'],
    never: 'dauerhaft',
    names: ['Jürgen', 'Björn', 'Käthe'],
    reasons: ['Aimbot', 'Beleidigungen über Funk', 'Rassismus, mehrfach gemeldet'],
    forGood: 'ID dauerhaft gebannt',
    until: 'ID gebannt bis DATE',
    lifted: 'ID entbannt',
  },
  'es-419': { ...spanish, titles: ['ID de Steam', 'Nombre', 'Razón', 'Vence'], lifted: 'Ban levantado: ID' },
  'es-ES': spanish,
  fr: {
    codePage: 'windows-1252',
    titles: ['SteamID', 'Joueur', 'Motif', 'Date de fin'],
    never: 'jamais',
    names: ['Hélène', 'François', 'Noël'],
    reasons: ['triche avérée', 'insultes répétées', 'a crié à tue-tête'],
    forGood: 'ID banni définitivement',
    until: 'ID banni jusqu’au DATE',
    lifted: 'ID débanni',
  },
  pl: {
    codePage: 'windows-1250',
    titles: ['SteamID', 'Gracz', 'Powód', 'Wygasa'],
    never: 'na zawsze',
    names: ['Michał', 'Łukasz', 'Zbyś'],
    reasons: ['oszustwo', 'obrażanie graczy', 'używał wspomagaczy'],
    forGood: 'ID zbanowany na zawsze',
    until: 'ID zbanowany do DATE',
    lifted: 'ID odbanowany',
  },
  'pt-BR': {
    codePage: 'windows-1252',
    titles: ['SteamID', 'Jogador', 'Motivo', 'Expira em'],
    never: 'nunca',
    names: ['João', 'Conceição', 'André'],
    reasons: ['trapaça', 'xingamentos à equipe', 'não parou de gritar'],
    forGood: 'ID banido para sempre',
    until: 'ID banido até DATE',
    lifted: 'ID desbanido',
  },
  ru: {
    codePage: 'windows-1251',
    titles: ['SteamID', 'Ник', 'Причина', 'Истекает'],
    never: 'навсегда',
    names: ['Боб', 'Ёжик', 'Сергей'],
    reasons: ['читер', 'оскорбления игроков', 'аимбот и макросы'],
    forGood: 'ID забанен навсегда',
    until: 'ID забанен до DATE',
    lifted: 'ID разбанен',
  },
  tr: {
    codePage: 'windows-1254',
    titles: ['SteamID', 'Oyuncu', 'Sebep', 'Bitiş'],
    never: 'süresiz',
    names: ['Şahin', 'Gökçe', 'İbrahim'],
    reasons: ['hile', 'küfür ve hakaret', 'ağır küfür, uyarıldı'],
    forGood: 'ID süresiz yasaklı',
    until: 'ID DATE tarihine kadar yasaklı',
    lifted: 'ID banı kaldırıldı',
  },
  uk: {
    codePage: 'windows-1251',
    titles: ['SteamID', 'Нік', 'Причина', 'Закінчується'],
    never: 'назавжди',
    names: ['Їжак', 'Євген', 'Оленка'],
    reasons: ['читер', 'образи гравців', 'аімбот і макроси'],
    forGood: 'ID забанено назавжди',
    until: 'ID забанено до DATE',
    lifted: 'ID розбанено',
  },
  'zh-CN': {
    codePage: 'gbk',
    titles: ['SteamID', '玩家', '原因', '到期'],
    never: '永久',
    names: ['小明', '鲍勃', '张伟'],
    reasons: ['外挂', '辱骂玩家', '使用自瞄外挂，多次警告'],
    forGood: 'ID 永久封禁',
    until: 'ID 封禁至DATE',
    lifted: 'ID 已解封',
  },
}
