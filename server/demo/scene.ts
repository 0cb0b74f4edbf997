import { addDays } from '../../schemas/dates.ts'
import { adresse } from '../../schemas/entities/adresse.ts'
import { client } from '../../schemas/entities/client.ts'
import type { Agence, Cast } from './cast.ts'
import { drawCommune, type Region } from './lists/communes.ts'
import { FIRMS, MEN, STREETS, SURNAMES, WOMEN } from './lists/names.ts'
import { WORKS, type Work } from './lists/products.ts'
import { CLIENT_NOTES } from './lists/texts.ts'
import { type Adresse, type Client, makeRecord } from './record.ts'
import { officeHour, type World } from './world.ts'

/** One customer and the people who look after them: the participants of a story. */
export interface Scene {
  world: World
  agence: Agence
  client: Client
  /** Where the works are; nearly always where the client lives. */
  site: Adresse
  work: Work
  sales: string
  /** null when nobody of the agency has the role. */
  measurer: string | null
  installers: readonly string[]
}

export interface SceneInput {
  agence?: Agence
  sales?: string
  mobile?: string
}

/** Fictional landline ranges by region, then four digits. */
const LANDLINES: Readonly<Record<Region, string>> = { nantes: '026191', lyon: '046571' }

const ascii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** A place in a commune of the region, drawn by population and scattered around its centre. */
function makePlace(world: World, region: Region, wall: string): Adresse {
  const { random } = world
  const commune = drawCommune(region, random.next())
  const spread = Math.min(3.5, 0.35 + Math.sqrt(commune.population) / 260) / 2 / 111.2
  const latitude = commune.latitude + random.gauss() * spread
  const longitude = commune.longitude + (random.gauss() * spread) / Math.cos((commune.latitude * Math.PI) / 180)
  const place = makeRecord(adresse, {
    IDADRESSE: world.id(wall),
    ADRESSE: `${random.int(1, 180)} ${random.pick(STREETS)}`,
    CODE_POSTAL: commune.postcode,
    VILLE: commune.name,
    LATITUDE: Number(latitude.toFixed(5)),
    LONGITUDE: Number(longitude.toFixed(5)),
  })
  world.batch.adresses.push(place)
  return place
}

function whoIsIt(world: World): Pick<Client, 'NOM' | 'PRENOM' | 'IDCIVILITE'> {
  const { random, cast } = world
  const civility = (code: string): string | null => cast.coded('CIVILITE', code)
  if (random.chance(0.03)) return { NOM: random.pick(FIRMS), PRENOM: null, IDCIVILITE: civility('Sté') }
  const NOM = random.pick(SURNAMES)
  const draw = random.next()
  if (draw < 0.42) return { NOM, PRENOM: random.pick(WOMEN), IDCIVILITE: civility('Mme') }
  if (draw < 0.84) return { NOM, PRENOM: random.pick(MEN), IDCIVILITE: civility('M.') }
  return { NOM, PRENOM: `${random.pick(WOMEN)} et ${random.pick(MEN)}`, IDCIVILITE: civility('M. et Mme') }
}

/** Directors sell too, but less: the agency's own people are drawn three times as often. */
const sellers = new WeakMap<Cast, Map<string, readonly string[]>>()

function pickSales({ cast, random }: World, agence: Agence): string {
  const known = sellers.get(cast) ?? new Map<string, readonly string[]>()
  sellers.set(cast, known)
  let ids = known.get(agence.id)
  if (!ids) {
    ids = sellersOf(cast, agence)
    known.set(agence.id, ids)
  }
  return random.pick(ids)
}

function sellersOf(cast: Cast, agence: Agence): readonly string[] {
  const team = cast.team('commercial', agence.id).filter(({ HORS_STATS }) => HORS_STATS !== 1)
  const own = team.filter(({ TOUTES_AGENCES }) => TOUTES_AGENCES !== 1)
  return [...own, ...own, ...own, ...team].map(({ IDPERSONNEL }) => IDPERSONNEL)
}

/** A new client with their address, their agency and its people; dated later by the projects (`setDerivedFields`). */
export function makeScene(world: World, input: SceneInput = {}): Scene {
  const { random, cast, batch } = world
  const rank = world.nextClient++
  const agence = input.agence ?? random.pick(cast.agences)
  const sales = input.sales ?? pickSales(world, agence)
  const wall = officeHour(world, addDays(world.today, -1))
  const home = makePlace(world, agence.region, wall)
  const site = random.chance(0.08) ? makePlace(world, agence.region, wall) : home
  const who = whoIsIt(world)
  const record = makeRecord(client, {
    ...who,
    IDCLIENT: world.id(wall),
    PORTABLE: input.mobile ?? world.mobile(rank),
    TELEPHONE: random.chance(0.35) ? `${LANDLINES[agence.region]}${String(rank % 10_000).padStart(4, '0')}` : null,
    MAIL: random.chance(0.9) ? `${ascii(who.PRENOM ?? 'contact')}.${ascii(who.NOM)}.${rank + 1}@example.com` : null,
    IDADRESSE: home.IDADRESSE,
    VILLE: home.VILLE,
    IDPERSONNEL: sales,
    IDAGENCE: agence.id,
    IDORIGINE: cast.list('ORIGINE').length > 0 ? random.pick(cast.list('ORIGINE')).id : null,
    OBSERVATIONS: random.chance(0.25) ? random.pick(CLIENT_NOTES) : null,
    DATE_CREATION: world.instant(wall),
  })
  batch.clients.push(record)
  const pickOne = (role: 'metreur' | 'technician'): string | null => {
    const team = cast.team(role, agence.id)
    return team.length > 0 ? random.pick(team).IDPERSONNEL : null
  }
  const installer = pickOne('technician')
  return {
    world,
    agence,
    client: record,
    site,
    work: random.pick(WORKS),
    sales,
    measurer: pickOne('metreur'),
    installers: installer === null ? [] : [installer],
  }
}
