import type { PricedCard } from '@app/contracts/website/card-prices'
import { factTitles, textsOf, titleOfPath } from '@app/contracts/website/changes'
import type { WebsiteFacts } from '@app/contracts/website/facts'
import { namesIn } from '@app/contracts/website/placeholders'
import { useAtomValue } from 'jotai'
import { useMayEdit } from '#lib/rights'
import { counted } from '#lib/words'
import { TextAreaField, TextField } from '#ui/field'
import { AddButton, ContentField, Group, RemoveButton, useContentValue, useItemFields } from './content-field'
import { HoursFields } from './hours-fields'
import { contentAtom, draftAtom, fieldId, shownErrorsAtom } from './website.atoms'

type FactProps = { name: keyof typeof factTitles; type?: string; uses?: readonly string[] }

function UsedIn({ names }: { names: readonly string[] }) {
  const content = useAtomValue(contentAtom)!
  const uses = textsOf(content).filter(([, text]) => namesIn(text).some((name) => names.includes(name)))
  if (uses.length === 0) return null
  return (
    <details className="-mt-1 text-muted text-sm">
      <summary className="cursor-pointer py-1.5 hover:underline">Used in {counted(uses.length, 'text')}</summary>
      <ul className="list-disc pl-5">
        {uses.map(([path]) => (
          <li key={path}>{titleOfPath(path)}</li>
        ))}
      </ul>
    </details>
  )
}

const Fact = ({ name, type, uses }: FactProps) => (
  <div className="grid content-start gap-1.5">
    <ContentField path={`facts.${name}`} label={factTitles[name]} {...(type && { type })} />
    {uses && <UsedIn names={uses} />}
  </div>
)

const Statistic = ({ name }: { name: keyof WebsiteFacts['statistics'] }) => (
  <div className="grid gap-1.5">
    <div className="grid gap-3 xs:grid-cols-2">
      <ContentField path={`facts.statistics.${name}.value`} label={factTitles[`statistics.${name}`]} />
      <ContentField path={`facts.statistics.${name}.checkedOn`} label="Checked on" type="date" />
    </div>
    <UsedIn names={name === 'students' ? ['students', 'students:count'] : [name]} />
  </div>
)

/** Facts about the school, each once. */
export const FactsForm = () => (
  <div className="grid gap-6">
    <Group title="Contact">
      <Fact name="phone" type="tel" uses={['phone']} />
      <Fact name="phoneNote" />
      <Fact name="email" type="email" uses={['email']} />
      <Fact name="responseHours" type="number" uses={['response_hours']} />
    </Group>
    <Group title="Hours">
      <HoursFields />
      <UsedIn names={['hours', 'days', 'times']} />
    </Group>
    <Group title="School">
      <Fact name="name" uses={['name']} />
      <Fact name="tagline" uses={['tagline']} />
      <Fact name="minimumAge" type="number" uses={['minimum_age']} />
      <Fact name="level" uses={['level']} />
    </Group>
    <Group title="Places">
      <Places />
      <UsedIn names={['towns', 'towns:&', 'region']} />
      <Fact name="area" uses={['area']} />
      <div className="grid gap-4 xs:grid-cols-2">
        <Fact name="state.name" />
        <Fact name="state.code" />
      </div>
    </Group>
    <Group title="Prices">
      <Prices />
    </Group>
    <Group title="Statistics">
      <Statistic name="years" />
      <Statistic name="reviews" />
      <Statistic name="students" />
      <Statistic name="since" />
      <Statistic name="safety" />
    </Group>
    <Group title="Links">
      <Fact name="links.booking" type="url" />
      <Fact name="links.reviews" type="url" />
      <Fact name="links.photos" type="url" />
      <Fact name="links.videos" type="url" />
      <Fact name="links.privacy" type="url" />
      <Fact name="links.terms" type="url" />
      <Fact name="links.credit" type="url" />
    </Group>
  </div>
)

function Prices() {
  const { pricedCards } = useAtomValue(draftAtom)!
  const mayEdit = useMayEdit('service_cards')
  return (
    <>
      <fieldset disabled={!mayEdit} className="grid min-w-0 gap-4 xs:grid-cols-2 xs:items-end">
        <legend className="mb-3 text-muted">In dollars. Empty shows no price.</legend>
        {pricedCards.map((card) => (
          <Price key={card.id} card={card} />
        ))}
      </fieldset>
      <p className="text-muted text-sm">
        {!mayEdit && 'Only people who may edit the service cards can change prices. '}A change on{' '}
        <a href="/admin?table=service_cards" className="text-link">
          the cards
        </a>{' '}
        is live at once. A text names a price as <code>{'{price:birthday}'}</code>.
      </p>
    </>
  )
}

function Price({ card: { id, title } }: { card: PricedCard }) {
  const path = `prices.${id}`
  const [price, setPrice] = useContentValue<number | null>(path)
  const error = useAtomValue(shownErrorsAtom)[path]
  return (
    <TextField
      id={fieldId(path)}
      label={title.replaceAll('{price}', '...')}
      type="number"
      inputMode="numeric"
      min={0}
      value={price ?? ''}
      error={error}
      onValue={(value) => setPrice(value === '' ? null : Number(value))}
    />
  )
}

type Place = WebsiteFacts['places'][number]
type PlaceFieldsProps = { path: string; place: Place; onChange: (change: Partial<Place>) => void }

function PlaceFields({ path, place, onChange }: PlaceFieldsProps) {
  const field = useItemFields()(path, place, onChange)
  return (
    <>
      <TextField {...field('town', 'Town')} />
      <TextField {...field('place', 'Place')} />
      <TextField {...field('map', 'Map link (optional)')} />
      <TextAreaField {...field('directions', 'Directions (optional)')} rows={3} />
    </>
  )
}

function Places() {
  const [places, setPlaces] = useContentValue<readonly Place[]>('facts.places')
  const replace = (at: number, change: Partial<Place>) =>
    setPlaces(places.map((each, index) => (index === at ? { ...each, ...change } : each)))
  return (
    <>
      <ul aria-label="Places" className="grid gap-3">
        {places.map((place, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place has nothing else to be known by.
          <li key={at} className="grid gap-3 rounded-xl border border-line bg-card p-3">
            <PlaceFields path={`facts.places.${at}`} place={place} onChange={(change) => replace(at, change)} />
            {places.length > 1 && (
              <RemoveButton
                name={place.town || 'this place'}
                className="justify-self-end"
                onClick={() => setPlaces(places.filter((_, index) => index !== at))}
              />
            )}
          </li>
        ))}
      </ul>
      {places.length < 6 && (
        <AddButton onClick={() => setPlaces([...places, { town: '', place: '', map: '', directions: '' }])}>
          Add a place
        </AddButton>
      )}
    </>
  )
}
