import { addDays } from '../../schemas/dates.ts'
import { devis } from '../../schemas/entities/devis.ts'
import { intervention } from '../../schemas/entities/intervention.ts'
import { projet } from '../../schemas/entities/projet.ts'
import { rdv } from '../../schemas/entities/rdv.ts'
import { soumission } from '../../schemas/entities/soumission.ts'
import type { Ligne } from '../../schemas/rules/devis.ts'
import { formulaireOf } from '../../schemas/rules/report-forms.ts'
import type { Slot } from './agenda.ts'
import type { Work } from './lists/products.ts'
import { DEBRIEF_COMMENTS, INTERVENTION_NOTES, RDV_NOTES } from './lists/texts.ts'
import { type Devis, type Intervention, makeRecord, type Projet, type Rdv, type Soumission } from './record.ts'
import type { Scene } from './scene.ts'
import { after, before, noLaterThanToday, soon, type World } from './world.ts'

/** What happens between a company and a customer; each act writes its records into the world's batch. Times are wall clocks. */

/** A description that does not begin with the product's name gets it; one that does would say it twice. */
const named = (product: string, description: string): string =>
  description.startsWith(product) ? description : `${product} : ${description}`

export function openProject(scene: Scene, wall: string, values: Partial<Projet> = {}): Projet {
  const { world, client, agence, sales, site, work } = scene
  const record = makeRecord(projet, {
    IDPROJET: world.id(wall),
    IDCLIENT: client.IDCLIENT,
    DESCRIPTION: named(work.name, world.random.pick(work.descriptions)),
    IDRESPONSABLEPROJET: sales,
    IDAGENCE: agence.id,
    ADRESSE_CHANTIER: site.IDADRESSE,
    DATE_CREATION: world.instant(wall),
    ...values,
  })
  world.batch.projets.push(record)
  return record
}

export type NatureCode = 'Com' | 'Metre' | 'R2' | 'Autre'
const SUBJECTS: Readonly<Record<NatureCode, string>> = {
  Com: 'Visite',
  Metre: 'Métré',
  R2: 'R2',
  Autre: 'Suivi de chantier',
}

export interface Visit {
  nature: NatureCode
  people: readonly string[]
  values?: Partial<Rdv>
}

/** Instants of the contract have one fixed form, so their text sorts as time does. */
const latest = (...instants: (string | null)[]): string | null => instants.toSorted().at(-1) ?? null

/** An appointment at the customer's, entered some days before it (or yesterday when it is far ahead). */
export function visit(scene: Scene, project: Projet, slot: Slot, { nature, people, values }: Visit): Rdv {
  const { world, site, client, work } = scene
  const { random, cast } = world
  const noted = before(world, noLaterThanToday(world, slot.from), 1, 6)
  const record = makeRecord(rdv, {
    IDRDV: world.id(noted),
    RDV_OBJET: `${SUBJECTS[nature]} ${work.name.toLowerCase()} ${client.NOM}`,
    RDV_DEBUT: slot.from,
    RDV_FIN: slot.to,
    IDNATURE_RDV: cast.coded('NATURE_RDV', nature),
    IDPROJET: project.IDPROJET,
    IDADRESSE: site.IDADRESSE,
    OBSERVATIONS: random.chance(0.3) ? random.pick(RDV_NOTES) : null,
    IDPERSONNELS: [...people],
    DATE_CREATION: latest(world.instant(noted), project.DATE_CREATION),
    ...values,
  })
  world.batch.rdvs.push(record)
  return record
}

/** How a past appointment went: category 1 to 4 with a motive of that category. */
export function debrief(world: World, record: Rdv, category: 1 | 2 | 3 | 4): void {
  const { random, cast } = world
  const motives = cast.motives(category)
  record.DEBRIEF_CATEGORIE = category
  record.IDRDV_DEBRIEF = motives.length > 0 ? random.pick(motives) : null
  record.DEBRIEF_COMMENTAIRE = random.chance(0.6) ? random.pick(DEBRIEF_COMMENTS[category] ?? []) : null
  record.DEBRIEF_LE = world.instant(soon(world, record.RDV_FIN))
  record.DEBRIEF_PAR = record.IDPERSONNELS[0] ?? null
}

/** A filled report on a past appointment, with the form meant for its nature (else one for any). Nothing when there is none. */
export function report(world: World, record: Rdv): Soumission | null {
  const { random, cast } = world
  const nature = record.IDNATURE_RDV
  const active = cast.rapports.filter(({ ACTIF }) => ACTIF === 1)
  const form =
    active.find(({ NATURES }) => nature !== null && NATURES.includes(nature)) ??
    active.find(({ NATURES }) => NATURES.length === 0)
  if (!form) return null
  const REPONSES: Soumission['REPONSES'] = {}
  for (const champ of form.CHAMPS) {
    if (champ.TYPE === 'nombre') REPONSES[champ.id] = random.int(3, 140)
    else if (champ.TYPE === 'case') REPONSES[champ.id] = random.chance(0.8)
    else if (champ.TYPE === 'choix') REPONSES[champ.id] = random.pick(champ.OPTIONS ?? ['Oui'])
    else if (champ.TYPE === 'date') REPONSES[champ.id] = addDays(record.RDV_FIN.slice(0, 10), random.int(5, 20))
    else REPONSES[champ.id] = random.pick(RDV_NOTES)
  }
  const wall = soon(world, record.RDV_FIN)
  const filled = makeRecord(soumission, {
    IDSOUMISSION: world.id(wall),
    IDRAPPORT: form.id,
    IDRDV: record.IDRDV,
    IDPROJET: record.IDPROJET,
    FORMULAIRE: formulaireOf(form),
    REPONSES,
    IDPERSONNEL: record.IDPERSONNELS[0] ?? null,
    DATE_SOUMISSION: world.instant(wall),
  })
  world.batch.soumissions.push(filled)
  return filled
}

function lines(world: World, work: Work): Ligne[] {
  const { random } = world
  return work.products
    .filter((product) => !product.option || random.chance(0.5))
    .map((product, index) => ({
      id: `l${index + 1}`,
      LIBELLE: product.label,
      ...(product.detail === undefined ? {} : { DESCRIPTION: product.detail }),
      UNITE: product.unit,
      QUANTITE: random.int(...product.quantity),
      // Whole euros: prices of a catalogue.
      PRIX_UNITAIRE_HT: Math.round(random.int(...product.price) / 100) * 100,
      TAUX_TVA: product.vat,
      ...(random.chance(0.15) ? { REMISE: random.pick([5, 10]) } : {}),
    }))
}

/** The last step that a quote reached; each step comes after the one before it. */
export type QuoteFate = 'brouillon' | 'transmis' | 'consulte' | 'refuse' | 'signe' | 'retracte'
const STEPS: Readonly<Record<QuoteFate, readonly ('sent' | 'seen' | 'refused' | 'signed')[]>> = {
  brouillon: [],
  transmis: ['sent'],
  consulte: ['sent', 'seen'],
  refuse: ['sent', 'seen', 'refused'],
  signe: ['sent', 'seen', 'signed'],
  retracte: ['sent', 'seen', 'signed', 'refused'],
}

/** A quote made at `wall` (numbered later, with the others of its year); its later steps follow within days, all before today. */
export function quote(scene: Scene, project: Projet, wall: string, fate: QuoteFate): Devis {
  const { world, work } = scene
  const record = makeRecord(devis, {
    IDDEVIS: world.id(wall),
    IDPROJET: project.IDPROJET,
    IDCLIENT: project.IDCLIENT,
    OBJET: work.name,
    LIGNES: lines(world, work),
    DATE_EDITION: wall.slice(0, 10),
    DATE_VALIDITE: addDays(wall.slice(0, 10), 60),
    IDRESPONSABLEPROJET: project.IDRESPONSABLEPROJET,
    DATE_CREATION: world.instant(wall),
  })
  let at = wall
  for (const step of STEPS[fate]) {
    at = after(world, at, 0, step === 'sent' ? 1 : 4)
    if (step === 'sent') record.DATE_TRANSMISSION = world.instant(at)
    if (step === 'seen') record.DATE_CONSULTATION = world.instant(at)
    if (step === 'signed') Object.assign(record, { DATE_SIGNATURE: world.instant(at), DEVIS_SIGNE: 1 })
    if (step === 'refused') Object.assign(record, { DATE_REFUSE: world.instant(at), REFUSE: 1 })
  }
  world.batch.devis.push(record)
  return record
}

export interface Works {
  type: 'POSE' | 'SAV' | 'ENTRETIEN'
  order: Devis | null
  /** One slot a day on site, in order. */
  slots: readonly [Slot, ...Slot[]]
  people: readonly string[]
  feedback?: 'bon' | 'mauvais'
}

export function works(scene: Scene, project: Projet, { type, order, slots, people, feedback }: Works): Intervention {
  const { world, client, work } = scene
  const { random, cast } = world
  const [first] = slots
  const last = slots[slots.length - 1] ?? first
  const noted = before(world, noLaterThanToday(world, first.from), 1, 10)
  const end = soon(world, last.to)
  const record = makeRecord(intervention, {
    IDINTERVENTION: world.id(noted),
    IDPROJET: project.IDPROJET,
    IDDEVIS: order?.IDDEVIS ?? null,
    IDTYPE_INTERVENTION: cast.coded('TYPE_INTERVENTION', type),
    RDV_OBJET: `${type === 'SAV' ? 'SAV' : 'Pose'} ${work.name.toLowerCase()} ${client.NOM}`,
    RDV_DEBUT: first.from,
    RDV_FIN: last.to,
    IDINTERVENTION_PLANNING: slots.flatMap((slot) =>
      people.map((IDPERSONNEL) => ({ id: world.id(noted), IDPERSONNEL, DEBUT: slot.from, FIN: slot.to })),
    ),
    // Set again once payments are there (`setDerivedFields`).
    SOLDE_DEVIS: order?.PRIX_TTC ?? null,
    SOLDE_DEVIS_POURCENTAGE: order ? 100 : null,
    DATE_CREATION: world.instant(noted),
  })
  if (feedback) Object.assign(record, { FEEDBACK: feedback, DATE_FEEDBACK: world.instant(end) })
  const [author] = people
  if (author !== undefined && feedback && random.chance(0.5)) {
    record.NOTES.push({
      id: world.id(end),
      TEXTE: random.pick(INTERVENTION_NOTES),
      LE: world.instant(end),
      IDPERSONNEL: author,
    })
  }
  world.batch.interventions.push(record)
  return record
}
