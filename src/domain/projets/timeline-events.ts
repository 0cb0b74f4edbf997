import { wallClock, ZERO_DATE } from '../../../schemas/dates.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { isPhoto, isSignedFile, type Origine } from '../../../schemas/entities/fichier.ts'
import { intervention as interventionEntity } from '../../../schemas/entities/intervention.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { rdv as rdvEntity } from '../../../schemas/entities/rdv.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { debriefLabel, isDebriefed } from '../../../schemas/rules/debrief.ts'
import { isCommande } from '../../../schemas/rules/devis.ts'
import { formatMoney } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { givenWords } from '../files/file-name.ts'

/** One event, past or planned. `at` is the company's wall clock, day first: sortable as text. */
export interface TimelineEvent {
  id: string
  at: string
  title: string
  detail?: string
  href?: string
  /** The file that the row opens. */
  file?: ResourceRecord<'fichier'>
  /** A name or colour of StateChip. */
  color: string
}

export interface TimelineInput {
  zone: string
  client?: ResourceRecord<'client'> | null | undefined
  projets?: readonly ResourceRecord<'projet'>[] | undefined
  devis?: readonly ResourceRecord<'devis'>[] | undefined
  rdvs?: readonly ResourceRecord<'rdv'>[] | undefined
  interventions?: readonly ResourceRecord<'intervention'>[] | undefined
  soumissions?: readonly ResourceRecord<'soumission'>[] | undefined
  /** Definitions of the reports, for their titles. */
  rapports?: readonly ResourceRecord<'rapport'>[] | undefined
  fichiers?: readonly ResourceRecord<'fichier'>[] | undefined
}

const FILE_TITLES: Record<Origine, string> = {
  photo: 'Photo ajoutée',
  photo_avant: 'Photo d’avant travaux ajoutée',
  photo_apres: 'Photo d’après travaux ajoutée',
  photo_reserve: 'Photo d’une réserve ajoutée',
  document: 'Document ajouté',
  devis: 'Devis enregistré en PDF',
  devis_signe: 'Devis signé enregistré en PDF',
  intervention_sign_pv: 'PV signé',
  intervention_levee_reserves: 'Levée de réserves signée',
}

const isSet = (instant: string | null): instant is string => instant !== null && instant !== '' && instant !== ZERO_DATE

/** Everything dated about a client or a project, latest first. Records without a date yet (not sent to the server) are left out. */
export function timelineEvents(input: TimelineInput): TimelineEvent[] {
  const { zone } = input
  const events: TimelineEvent[] = []
  const add = (event: Omit<TimelineEvent, 'at'>, instant: string | null): void => {
    if (isSet(instant)) events.push({ ...event, at: wallClock(new Date(instant), zone) })
  }

  if (input.client) {
    const { IDCLIENT, DATE_CREATION } = input.client
    const href = paths.resource.view('client', IDCLIENT)
    add({ id: `client-${IDCLIENT}`, title: 'Client créé', href, color: 'grey' }, DATE_CREATION)
  }
  for (const projet of input.projets ?? []) {
    const href = paths.resource.view('projet', projet.IDPROJET)
    const about = { detail: projetEntity.label(projet), href }
    add({ id: `projet-${projet.IDPROJET}`, title: 'Projet créé', color: 'green', ...about }, projet.DATE_CREATION)
    if (projet.DATE_SANS_SUITE) {
      const title = projet.IDETAT_PROJET >= 4 ? 'Projet annulé' : 'Projet sans suite'
      events.push({ id: `fin-${projet.IDPROJET}`, at: projet.DATE_SANS_SUITE, title, color: 'red', ...about })
    }
  }
  for (const devis of input.devis ?? []) {
    const about = {
      detail: `${devisEntity.label(devis)} · ${formatMoney(devis.PRIX_TTC)}`,
      href: paths.resource.view('devis', devis.IDDEVIS),
    }
    const step = (name: string, title: string, color: string, instant: string | null): void =>
      add({ id: `${name}-${devis.IDDEVIS}`, title, color, ...about }, instant)
    step('devis', 'Devis créé', 'grey', devis.DATE_CREATION)
    step('transmis', 'Devis transmis', 'blue', devis.DATE_TRANSMISSION)
    step('consulte', 'Devis consulté', 'purple', devis.DATE_CONSULTATION)
    step('signe', 'Devis signé', 'green', devis.DATE_SIGNATURE)
    step('refuse', isCommande(devis) ? 'Commande annulée' : 'Devis refusé', 'red', devis.DATE_REFUSE)
  }
  for (const rdv of input.rdvs ?? []) {
    if (rdv.SUPPRIME === 1) continue
    const debrief = isDebriefed(rdv) ? debriefLabel(rdv.DEBRIEF_CATEGORIE) : undefined
    const href = paths.resource.view('rdv', rdv.IDRDV)
    events.push({
      id: `rdv-${rdv.IDRDV}`,
      at: rdv.RDV_DEBUT,
      title: rdvEntity.label(rdv),
      ...(debrief === undefined ? {} : { detail: debrief }),
      href,
      color: 'blue',
    })
    if (debrief !== undefined) {
      const detail = [debrief, rdv.DEBRIEF_COMMENTAIRE].filter(Boolean).join(' · ')
      add({ id: `debrief-${rdv.IDRDV}`, title: 'Débrief', detail, href, color: 'purple' }, rdv.DEBRIEF_LE ?? null)
    }
  }
  for (const intervention of input.interventions ?? []) {
    const href = paths.resource.view('intervention', intervention.IDINTERVENTION)
    const title = interventionEntity.label(intervention)
    events.push({
      id: `inter-${intervention.IDINTERVENTION}`,
      at: intervention.RDV_DEBUT,
      title,
      href,
      color: 'orange',
    })
    const good = intervention.FEEDBACK === 'bon'
    add(
      {
        id: `retour-${intervention.IDINTERVENTION}`,
        title: good ? 'Intervention finalisée' : 'Intervention finalisée, à reprendre',
        color: good ? 'green' : 'red',
        detail: title,
        href,
      },
      intervention.DATE_FEEDBACK,
    )
  }
  for (const soumission of input.soumissions ?? []) {
    const report = input.rapports?.find((one) => one.id === soumission.IDRAPPORT)
    const about = { href: paths.rapport.view(soumission.IDSOUMISSION), ...(report ? { detail: report.TITRE } : {}) }
    add(
      { id: `rapport-${soumission.IDSOUMISSION}`, title: 'Compte rendu saisi', color: 'grey', ...about },
      soumission.DATE_SOUMISSION,
    )
  }
  for (const fichier of input.fichiers ?? []) {
    const title = FILE_TITLES[fichier.ORIGINE as Origine] ?? 'Fichier ajouté'
    const color = isSignedFile(fichier.ORIGINE) ? 'green' : 'grey'
    // A photo's own title says what the app's name for it says.
    const detail = isPhoto(fichier.ORIGINE) ? givenWords({ name: fichier.NOM }) : fichier.NOM
    const event = { id: `fichier-${fichier.IDFICHIER}`, title, ...(detail === '' ? {} : { detail }) }
    add({ ...event, file: fichier, color }, fichier.DATE_CREATION)
  }
  return events.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? -1 : 1))
}
