import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { wallClock } from '../../../schemas/dates.ts'
import { ProjectView } from '../../../schemas/space/project.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText } from '../../text/space.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { RepCard } from './contact-cards.tsx'
import { ProjectDocuments } from './devis-documents.tsx'
import { addressLine } from './people.ts'
import { Shown } from './shown.tsx'
import styles from './space.module.css'
import { Section, SpacePage } from './space-page.tsx'
import { QuoteCard } from './summaries.tsx'
import { useSeen } from './use-seen.ts'
import { VisitCard } from './visit-card.tsx'
import { type Visit, visitOfRdv, visitOfWorks } from './visits.ts'

const text = spaceText.project

/** The chip and the sentence for customers (ENT-07). */
function State({ project }: { project: ProjectView }) {
  const { etatProjet, clos } = project
  return (
    <Section title={text.state}>
      <div className={styles.card}>
        <span className={styles.chip}>
          <StateChip label={clos ? text.closed : etatProjet.title} color={clos ? 'grey' : etatProjet.color} />
        </span>
        <p>{clos ? text.closedText : etatProjet.description}</p>
      </div>
    </Section>
  )
}

function Visits({ title, visits }: { title: string; visits: readonly Visit[] }) {
  const zone = useZone()
  const now = wallClock(new Date(), zone)
  if (visits.length === 0) return null
  return (
    <Section title={title}>
      {visits.map((visit) => (
        <VisitCard key={visit.id} visit={visit} past={visit.end <= now} />
      ))}
    </Section>
  )
}

function Project({ project }: { project: ProjectView }) {
  const site = addressLine(project.adresse)
  return (
    <>
      {site === null ? null : (
        <div className={styles.card}>
          <dl className={styles.facts}>
            <div>
              <dt>{text.site}</dt>
              <dd>{site}</dd>
            </div>
          </dl>
        </div>
      )}
      <State project={project} />
      <Section title={text.quotes}>
        {project.devis.length === 0 ? (
          <p className={styles.muted}>{text.noQuote}</p>
        ) : (
          project.devis.map((quote) => <QuoteCard key={quote.IDDEVIS} quote={quote} />)
        )}
      </Section>
      <Visits title={text.rdvs} visits={project.rdvs.map(visitOfRdv)} />
      <Visits title={text.works} visits={project.interventions.map(visitOfWorks)} />
      <ProjectDocuments id={project.IDPROJET} />
      {project.responsable ? (
        <Section title={spaceText.homePage.contacts}>
          <RepCard person={project.responsable} />
        </Section>
      ) : null}
      <Button component={Link} to={paths.spaceAfterSales.href()} variant="default">
        {text.afterSales}
      </Button>
    </>
  )
}

/** `/space/projet/{id}`: its subject, place and progress (SPA-02). */
export function SpaceProjectScreen() {
  const { id = '' } = useParams({ strict: false })
  const project = useSeen(`/space/project/${encodeURIComponent(id)}`, ProjectView)
  return (
    <SpacePage title={project.data?.DESCRIPTION || text.title}>
      <Shown reading={project}>{(data) => <Project project={data} />}</Shown>
    </SpacePage>
  )
}
