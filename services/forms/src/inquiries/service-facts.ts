import { priceText } from '@app/contracts/card-title'
import { interestTopics } from '@app/contracts/interest-topic'
import type { Collection, Document } from 'mongodb'

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Facts about the school's services as text, by placeholder. A fact that is not on the card is left out. */
export function serviceFacts(collection: () => Collection) {
  return {
    async forInterest(interest: string): Promise<Record<string, string>> {
      const icon = interestTopics[interest]
      if (!icon) return {}
      const card: Document | null = await collection().findOne(
        { icon: { $eq: icon }, published: { $eq: true } },
        { sort: { position: 1, _id: 1 }, maxTimeMS: 2_000 },
      )
      const { price, minutes, min_age, cta_type, cta_value } = card ?? {}
      return {
        ...(isNumber(price) && { price: priceText(price) }),
        ...(isNumber(minutes) && { minutes: String(minutes) }),
        ...(isNumber(min_age) && { min_age: String(min_age) }),
        ...(cta_type === 'link' && typeof cta_value === 'string' && cta_value && { link: cta_value }),
      }
    },
  }
}

export type ServiceFacts = ReturnType<typeof serviceFacts>
