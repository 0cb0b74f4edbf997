import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import * as Type from 'typebox'
import { wallClock } from '../../../schemas/dates.ts'
import { QuoteSummary, SpaceOrder } from '../../../schemas/space/devis.ts'
import { ProjectSummary } from '../../../schemas/space/project.ts'
import { SpaceIntervention, SpaceRdv } from '../../../schemas/space/rdvs.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { Greeting } from '../../domain/company/greeting.tsx'
import { spaceText as text } from '../../text/space.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { AgencyPanel, RepCard } from './contact-cards.tsx'
import { answerOf, goesOn } from './devis-state.ts'
import { addressLine } from './people.ts'
import { Shown } from './shown.tsx'
import styles from './space.module.css'
import { Section, SpacePage } from './space-page.tsx'
import { OrderCard, QuoteCard, VariantsCard } from './summaries.tsx'
import { useGreeting } from './use-greeting.ts'
import { useSeen } from './use-seen.ts'
import { bySpaceGroup } from './variants.ts'
import { VisitCard } from './visit-card.tsx'
import { comingVisits, visitOfRdv, visitOfWorks } from './visits.ts'

const RDVS = Type.Array(SpaceRdv)
const QUOTES = Type.Array(QuoteSummary)
const ORDERS = Type.Array(SpaceOrder)
const WORKS = Type.Array(SpaceIntervention)
const PROJECTS = Type.Array(ProjectSummary)

const OTHERS = [
  { href: paths.spaceMe.href(), label: text.homePage.me },
  { href: paths.spaceAccounts.href(), label: text.homePage.accounts },
  { href: paths.spaceAfterSales.href(), label: text.homePage.afterSales },
  { href: paths.spaceReferral.href(), label: text.homePage.referral },
  { href: paths.spaceRequests.href(), label: text.homePage.requests },
] as const

function Waiting() {
  const quotes = useSeen('/space/devis_attente', QUOTES)
  return (
    <Section title={text.homePage.toSign}>
      <Shown reading={quotes}>
        {(all) => {
          const waiting = all.filter((quote) => answerOf(quote) === 'attente')
          if (waiting.length === 0) return <p className={styles.muted}>{text.homePage.nothingToSign}</p>
          return bySpaceGroup(waiting).map(([first, ...more]) =>
            first === undefined ? null : more.length === 0 ? (
              <QuoteCard key={first.IDDEVIS} quote={first} />
            ) : (
              <VariantsCard key={first.IDDEVIS} quotes={[first, ...more]} />
            ),
          )
        }}
      </Shown>
    </Section>
  )
}

/** The visits to come and the orders: works count as visits too. */
function Coming() {
  const zone = useZone()
  const rdvs = useSeen('/space/rdv', RDVS)
  const orders = useSeen('/space/commande', ORDERS)
  const planned = useSeen('/space/intervention', WORKS)
  // A former server, or an answer that this device has not: the works of the orders alone.
  const ofOrders = (orders.data ?? []).filter(goesOn).flatMap((order) => order.interventions)
  const works = planned.data ?? ofOrders
  return (
    <>
      <Section title={text.homePage.rdvs}>
        <Shown reading={rdvs}>
          {(all) => {
            const visits = [...all.map(visitOfRdv), ...works.map(visitOfWorks)]
            const coming = comingVisits(visits, wallClock(new Date(), zone))
            if (coming.length === 0) return <p className={styles.muted}>{text.homePage.noRdv}</p>
            return coming.map((visit) => <VisitCard key={visit.id} visit={visit} />)
          }}
        </Shown>
      </Section>
      <Section title={text.homePage.orders}>
        <Shown reading={orders}>
          {(all) =>
            all.length === 0 ? (
              <p className={styles.muted}>{text.homePage.noOrder}</p>
            ) : (
              all.map((order) => <OrderCard key={order.IDDEVIS} order={order} />)
            )
          }
        </Shown>
      </Section>
    </>
  )
}

function ProjectCard({ project }: { project: ProjectSummary }) {
  const site = addressLine(project.adresse)
  const state = project.clos ? { title: text.project.closed, color: 'grey' } : project.etatProjet
  return (
    <div className={styles.card}>
      <h3>{project.DESCRIPTION || text.project.title}</h3>
      <span className={styles.chip}>
        <StateChip label={state.title} color={state.color} />
      </span>
      {site === null ? null : <p>{site}</p>}
      <Button component={Link} to={paths.spaceProject.href(project.IDPROJET)} variant="default">
        {text.homePage.openProject}
        <span className="visually-hidden"> {project.DESCRIPTION}</span>
      </Button>
    </div>
  )
}

function Projects() {
  const projects = useSeen('/space/project', PROJECTS)
  if (projects.data?.length === 0) return null
  return (
    <Section title={text.homePage.projects}>
      <Shown reading={projects}>
        {(all) => all.map((project) => <ProjectCard key={project.IDPROJET} project={project} />)}
      </Shown>
    </Section>
  )
}

/** `/space`: first the quotes, visits and orders that concern the customer now, then all their records (SPA-02). */
export function SpaceHomeScreen() {
  const { me, greeting } = useGreeting()
  return (
    <SpacePage title={greeting} headed>
      <Greeting of="ACCUEIL_CLIENT" className={styles.welcome} />
      <Waiting />
      <Coming />
      <Projects />
      <Section title={text.homePage.more}>
        <nav className={styles.links} aria-label={text.homePage.more}>
          {OTHERS.map(({ href, label }) => (
            <Button key={href} component={Link} to={href} variant="default" justify="start">
              {label}
            </Button>
          ))}
        </nav>
      </Section>
      <Section title={text.homePage.contacts}>
        <Shown reading={me}>
          {({ commercial, agence }) => (
            <>
              {commercial ? <RepCard person={commercial} /> : null}
              {agence ? <AgencyPanel agency={agence} /> : null}
            </>
          )}
        </Shown>
      </Section>
    </SpacePage>
  )
}
