import { ComponentType, hyperlink, inlineCode, time, TimestampStyles } from 'discord.js'
import type { Account } from '../../model/account.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import { toCustomId } from '../custom-id.ts'
import { toLiteral } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { button, container, ICONS, row, text } from '../view.ts'
import type { Tone, View } from '../view.ts'
import { hasDate, hasSharedDate, hasVacBan, standingOf, tellBans, toneOfRecord } from './bans.ts'
import { ago, checkedLine, nameOf, plainNameOf, postButton } from './parts.ts'

/** One account with all that is known of it, and ways to what its friends, statistics and inventory say. */
export function lookupView(account: Account, texts: Texts): View {
  const { steamId, profile } = account
  const tone = toneOf(account)
  const name = nameOf(profile.personaname, texts)
  const head = text(`## ${ICONS[tone]} ${name}\n**${verdict(account, tone, texts)}**`)
  const facts = factsOf(account, texts).map(([label, value]) => `**${label}** ${value}`)
  const whereabouts = `${inlineCode(steamId)} · ${hyperlink(texts.common.profile, toProfileUrl(steamId))}`
  return {
    components: [
      container(tone, [
        profile.avatarfull
          ? {
              type: ComponentType.Section,
              components: [head],
              accessory: {
                type: ComponentType.Thumbnail,
                media: { url: profile.avatarfull },
                description: texts.common.avatarOf(plainNameOf(profile.personaname, texts)),
              },
            }
          : head,
        ...(account.stale ? [text(`${ICONS.limited} ${texts.lookup.stale(ago(account.fetchedAt))}`)] : []),
        text([whereabouts, ...facts].join('\n')),
        text(checkedLine(account.fetchedAt, texts)),
      ]),
      row([
        button(texts.buttons.friends, toCustomId('friends', steamId, 0, '', 'any'), { emoji: '👥' }),
        button(texts.buttons.stats, toCustomId('stats', steamId), { emoji: '📊' }),
        button(texts.buttons.inventory, toCustomId('inventory', steamId, 0), { emoji: '🎒' }),
        button(texts.buttons.refresh, toCustomId('refresh', steamId), { emoji: '🔄' }),
        postButton(texts),
      ]),
    ],
  }
}

function toneOf({ bans, profile, unavailable, stale }: Account): Tone {
  const isInDoubt = unavailable.length > 0 || stale === true
  return standingOf(bans) === 'clean' && isInDoubt ? 'incomplete' : toneOfRecord(bans, profile)
}

function verdict(account: Account, tone: Tone, texts: Texts): string {
  switch (tone) {
    case 'banned':
      return texts.lookup.banned(tellBans(account.bans, texts))
    case 'restricted':
      return texts.lookup.restricted(tellBans(account.bans, texts))
    case 'incomplete':
      if (account.stale) return texts.lookup.staleClean
      return texts.lookup.incomplete(
        account.unavailable.map((part) => texts.lookup.unavailable[part]).join(texts.lookup.and),
      )
    case 'private':
      return texts.lookup.private
    default:
      return texts.lookup.clean
  }
}

function factsOf(account: Account, texts: Texts): [label: string, value: string][] {
  const { bans, profile } = account
  const { lookup } = texts
  const days = hasDate(bans) ? texts.daysAgo(bans.DaysSinceLastBan) : undefined
  return [
    [lookup.vacBans, texts.number(hasVacBan(bans) ? Math.max(1, bans.NumberOfVACBans) : 0)],
    [lookup.gameBans, texts.number(bans.NumberOfGameBans)],
    ...(days === undefined
      ? []
      : [[lookup.lastBan, `${days}${hasSharedDate(bans) ? ` (${lookup.sharedDate})` : ''}`] as [string, string]]),
    [lookup.community, bans.CommunityBanned ? `${ICONS.banned} ${lookup.communityBanned}` : lookup.goodStanding],
    [lookup.trade, tellTradeStanding(bans.EconomyBan, texts)],
    [lookup.rustHours, tellHours(account, texts)],
    [lookup.friendList, tellFriendList(account, texts)],
    [
      lookup.created,
      profile.timecreated === null
        ? tellPrivate(texts)
        : `${time(profile.timecreated, TimestampStyles.LongDate)} (${ago(profile.timecreated)})`,
    ],
  ]
}

function tellTradeStanding(standing: string, texts: Texts): string {
  switch (standing) {
    case 'none':
      return texts.lookup.goodStanding
    case 'banned':
      return `${ICONS.restricted} ${texts.lookup.tradeBanned}`
    case 'probation':
      return `${ICONS.restricted} ${texts.lookup.tradeProbation}`
    default:
      return `${ICONS.restricted} ${toLiteral(standing)}`
  }
}

function tellHours({ rustHours, unavailable }: Account, texts: Texts): string {
  if (unavailable.includes('rustHours')) return tellUnknown(texts)
  if (rustHours === null) return tellPrivate(texts)
  return rustHours === 0 ? texts.lookup.noRust : texts.hours(rustHours)
}

function tellFriendList({ friendsPrivate, unavailable }: Account, texts: Texts): string {
  if (unavailable.includes('friendsPrivate')) return tellUnknown(texts)
  return friendsPrivate ? tellPrivate(texts) : texts.lookup.friendsPublic
}

const tellUnknown = (texts: Texts) => `${ICONS.incomplete} ${texts.common.unknown}`
const tellPrivate = (texts: Texts) => `${ICONS.private} ${texts.common.private}`
