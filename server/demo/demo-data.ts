import { DEFAULT_ZONE } from '../../schemas/dates.ts'
import { entreprise } from '../../schemas/entities/entreprise.ts'
import { user } from '../../schemas/entities/user.ts'
import { takeLeave } from './absences.ts'
import { makeArticles } from './articles.ts'
import { type Cast, makeCast } from './cast.ts'
import { setDerivedFields } from './derived-fields.ts'
import { numberQuotes } from './devis-numbers.ts'
import { fillWeeks, forgetOneNature } from './full-weeks.ts'
import { holdMeetings } from './meetings.ts'
import { receivePayments } from './payments.ts'
import { AUTRE_MAISON, type CompanyPlan, DEMO_PASSWORD, HABITAT_DEMO, KNOWN_CUSTOMERS } from './plans.ts'
import { makeRandom, stableId } from './random.ts'
import {
  type Article,
  type Entreprise,
  makeRecord,
  type Personnel,
  type Rapport,
  type Reference,
  type Role,
  type User,
} from './record.ts'
import { makeRapports, makeReferences, makeRoles } from './references.ts'
import { sendRequests } from './requests.ts'
import { makeScene } from './scene.ts'
import { CROWDED, colleaguesFor, makeColleagues, makeStaff } from './staff.ts'
import { drawStory, STORIES, wholeLife } from './stories.ts'
import { type Batch, makeWorld, type World } from './world.ts'

export interface DemoOptions {
  /** Day that everything is dated around, `yyyy-MM-dd`. */
  today: string
  /** Clients of the company « demo » (150). */
  clients?: number
  /** Clients of the company « autre » (20). */
  otherClients?: number
  seed?: string
}

export interface Credential {
  IDPERSONNEL: string
  MAIL: string
  password: string
}

export interface DemoCompany extends Batch {
  entreprise: Entreprise
  references: Reference[]
  articles: Article[]
  roles: Role[]
  rapports: Rapport[]
  personnels: Personnel[]
  credentials: Credential[]
  /** Last quote number given by year: the server counts on from there. */
  quoteNumbers: Map<string, number>
}

export interface Demo {
  companies: DemoCompany[]
  admins: { record: User; password: string }[]
}

/** Customers that the people of a plan look after; more customers come with colleagues, and with a longer past. */
const FEW = 300

/** Mentions on the company's documents; without them no quote could be given to its customer. All are invented. */
function papersOf({ agencies: [first] }: CompanyPlan): Partial<Entreprise> {
  return {
    SIRET: '00000000000017',
    ADRESSE: first?.street ?? null,
    CODE_POSTAL: first?.postcode ?? null,
    VILLE: first?.town ?? null,
    TELEPHONE: first?.phone ?? null,
    MAIL: 'contact@example.com',
    MENTIONS_LEGALES:
      'Devis gratuit. Frais de déplacement inclus. Travaux réalisés dans un délai de huit semaines à compter de la signature. Enlèvement et gestion des déchets de chantier compris. Exemple de démonstration.',
    MEDIATEUR: 'Médiateur de démonstration, 1 rue de l’Exemple, 75000 Paris',
    ASSURANCE: 'Assureur de démonstration, police n° 0000, garantie décennale, France métropolitaine',
  }
}

/** Everything of a company that does not depend on today. */
function found(plan: CompanyPlan, clients: number): Omit<DemoCompany, keyof Batch | 'quoteNumbers'> & { cast: Cast } {
  const id = stableId(`entreprise/${plan.key}`)
  const references = makeReferences(id, plan.agencies)
  const natures = new Map(references.filter(({ LISTE }) => LISTE === 'NATURE_RDV').map((r) => [r.CODE, r.id]))
  const rapports = makeRapports(id, (code) => natures.get(code) ?? '')
  const agencies = references.filter(({ LISTE }) => LISTE === 'AGENCES').map((agency) => agency.id)
  const personnels = [
    ...makeStaff(id, agencies, plan.staff, plan.staffMobile),
    ...makeColleagues(id, agencies, colleaguesFor(clients - FEW)),
  ]
  const accounts = new Set(plan.staff.filter(({ account }) => account).map(({ mail }) => mail))
  return {
    entreprise: makeRecord(entreprise, {
      id,
      key: plan.key,
      NOM: plan.name,
      COLOR: plan.color,
      FUSEAU: DEFAULT_ZONE,
      ...papersOf(plan),
    }),
    references,
    articles: makeArticles(id, references),
    roles: makeRoles(id),
    rapports,
    personnels,
    credentials: personnels.flatMap(({ IDPERSONNEL, MAIL }) =>
      MAIL !== null && accounts.has(MAIL) ? [{ IDPERSONNEL, MAIL, password: DEMO_PASSWORD }] : [],
    ),
    cast: makeCast({ company: id, zone: DEFAULT_ZONE, references, staff: personnels, rapports }),
  }
}

/** Adds `count` more customers to the world's batch; each gets a story, drawn by its weight. */
export function playClients(world: World, count: number): void {
  for (let i = 0; i < count; i++) drawStory(world.random.next())(makeScene(world))
}

/** The first customers: those known by their phone, then each story once with the first salesperson of the first agency. */
function playFirstClients(world: World, count: number, mobiles: readonly string[]): number {
  const { cast } = world
  const [agence] = cast.agences
  const seller = agence && cast.team('commercial', agence.id)[0]?.IDPERSONNEL
  if (!agence || seller === undefined) return 0
  let played = 0
  for (const [i, mobile] of mobiles.entries()) {
    if (played++ >= count) return count
    const home = cast.agences[i % cast.agences.length] ?? agence
    const sales = cast.team('commercial', home.id)[0]?.IDPERSONNEL ?? seller
    wholeLife(makeScene(world, { agence: home, sales, mobile }))
  }
  for (const [story] of STORIES) {
    if (played++ >= count) return count
    story(makeScene(world, { agence, sales: seller }))
  }
  return played
}

function live(
  plan: CompanyPlan,
  today: string,
  clients: number,
  mobiles: readonly string[],
  seed: string,
): DemoCompany {
  const { cast, ...company } = found(plan, clients)
  const world = makeWorld({
    cast,
    today,
    depth: clients > FEW ? CROWDED : 1,
    random: makeRandom(`${seed}/${plan.key}`),
    ...(plan === AUTRE_MAISON ? { mobile: (rank: number) => `063998${9100 + (rank % 900)}` } : {}),
  })
  holdMeetings(world)
  playClients(world, clients - playFirstClients(world, clients, mobiles))
  fillWeeks(world)
  forgetOneNature(world)
  receivePayments(world, mobiles.length)
  setDerivedFields(world.batch, cast.zone)
  sendRequests(world)
  takeLeave(world)
  return { ...company, ...world.batch, quoteNumbers: numberQuotes(world.batch.devis) }
}

/**
 * The two demo companies around `today`, as whole records of schemas/entities. Pure: the same options give the same records. People,
 * lists and accounts have the same ids whatever the options are.
 */
export function makeDemo({ today, clients = 150, otherClients = 20, seed = 'lolapp' }: DemoOptions): Demo {
  const admin = makeRecord(user, { id: stableId('admin'), name: 'Administration', email: 'admin@example.com' })
  return {
    companies: [
      live(HABITAT_DEMO, today, clients, KNOWN_CUSTOMERS, seed),
      live(AUTRE_MAISON, today, otherClients, [], seed),
    ],
    admins: [{ record: admin, password: DEMO_PASSWORD }],
  }
}
