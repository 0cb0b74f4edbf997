import { useParams } from '@tanstack/react-router'
import { NotFoundScreen } from '../../app/not-found-screen.tsx'
import { useSession } from '../../app/session.tsx'
import { formatPhone } from '../../components/format.ts'
import { Panel, PanelEmpty } from '../../components/resource/panel.tsx'
import { ReadOnlyPage } from '../../components/resource/read-only-page.tsx'
import { Fact } from '../../components/resource/resource-view.tsx'
import { StateChip } from '../../components/state-chip.tsx'
import { useReferences } from '../../db/use-references.ts'
import { rolesText as text } from '../../text/roles.ts'

/** /manager/entreprise/$id: the data of my company that its staff may read, and its agencies (RES-01). */
export function EntrepriseScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { company } = useSession()
  const agencies = useReferences('AGENCES')
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
