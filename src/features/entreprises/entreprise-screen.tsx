import { useParams } from '@tanstack/react-router'
import { useOffered } from '../../data/records/use-offered.ts'
import { useSession } from '../../data/session/session.tsx'
import { ReadOnlyPage } from '../../domain/records/read-only-page.tsx'
import { Fact } from '../../domain/records/resource-view.tsx'
import { rolesText as text } from '../../text/roles.ts'
import { formatPhone } from '../../ui/format/format.ts'
import { NotFoundScreen } from '../../ui/page/not-found-screen.tsx'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'

/** /manager/entreprise/$id: the data of my company that its staff may read, and its agencies (RES-01). */
export function EntrepriseScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { company } = useSession()
  const agencies = useOffered('AGENCES') ?? []
  if (id !== company.id) return <NotFoundScreen />
  return (
    <ReadOnlyPage
      title={company.NOM}
      kind={text.company}
      facts={
        <>
          <Fact label={text.subdomain}>{company.key}</Fact>
          <Fact label={text.zone}>{company.FUSEAU}</Fact>
          {company.COLOR ? (
            <Fact label={text.color}>
              <StateChip label={company.COLOR} color={company.COLOR} />
            </Fact>
          ) : null}
          {company.AIDE_URL ? (
            <Fact label={text.help}>
              <a href={company.AIDE_URL} target="_blank" rel="noreferrer">
                {company.AIDE_URL}
              </a>
            </Fact>
          ) : null}
        </>
      }
    >
      <Panel title={text.agencies} count={agencies.length}>
        {agencies.length === 0 ? (
          <PanelEmpty text={text.noAgency} />
        ) : (
          <dl>
            {agencies.map((agency) => (
              <Fact key={agency.id} label={agency.LIBELLE}>
                {[agency.ADRESSE, agency.CODE_POSTAL, agency.VILLE].filter(Boolean).join(' ')}
                {agency.TELEPHONE ? ` · ${formatPhone(agency.TELEPHONE)}` : ''}
              </Fact>
            ))}
          </dl>
        )}
      </Panel>
    </ReadOnlyPage>
  )
}
