import type { Random } from './random.ts'

const zalgoMarks = '\u0351\u0366\u033f\u0329\u0348'

/** Names that break careless pages and messages; Steam allows all of them. */
export const HOSTILE_NAMES = {
  markdown: '**[a](http://x.io)** @everyone||',
  rtl: '\u202enimda\u202c \u2067\u05e9\u05dc\u05d5\u05dd\u2069\u200f',
  zalgo: 'ZALGO'.replace(/./g, (letter) => letter + zalgoMarks),
  emoji: '😀🔥💀🎯🔫🏹🪓🐻'.repeat(4),
  invisible: '\u3164\u200b\u2060',
  mention: '<@&123456789012345678> <#1>',
  html: '</script><img src=x onerror=a()>',
  fence: '```\n> # x\\',
} as const

const prefixes = ['', '', '', 'xX_', 'its ', 'Mr. ', 'lil ', 'big ', 'the ', 'i am ', '[CLAN] ', 'ttv/']
const firsts = (
  'silent toxic salty naked rusty grumpy frozen lucky sleepy bloody hungry roof ' +
  'compound metal sulfur scrap night door angry solo duo beach snow desert'
).split(' ')
const seconds = (
  'camper raider farmer bear wolf fox ghost hammer rocket potato barrel bandit ' +
  'sniper builder pumpkin goose viking hunter boar furnace trapper sailor miner king'
).split(' ')
const whole = 'Дмитрий 小明 なめくじ Łukasz Jürgen ขนมปัง وحش François 한국인 Şahin'.split(' ')
const endings = ['', '', '', '', ' ✔', '_', '69', '420', '2k', ' | skins.example', '™', '.exe']
const hostileNames = Object.values(HOSTILE_NAMES)

/** A random player name; a few are hostile. */
export function drawName(random: Random): string {
  if (random.chance(0.03)) return random.pick(hostileNames)
  if (random.chance(0.08)) return random.pick(whole)
  const joint = random.pick(['', ' ', '_', '.'])
  const name = random.pick(prefixes) + random.pick(firsts) + joint + random.pick(seconds) + random.pick(endings)
  // Steam's limit.
  return name.slice(0, 32)
}

/** The letters of a custom URL; the caller makes it unique. */
export function drawVanityStem(random: Random): string {
  return `${random.pick(firsts)}_${random.pick(seconds)}_`
}
