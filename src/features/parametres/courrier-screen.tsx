import * as Type from 'typebox'
import { directsCompany } from '../../../schemas/rules/direction.ts'
import { useSession } from '../../data/session/session.tsx'
import { SmtpAnswer } from '../../domain/mail/smtp.ts'
import { SmtpForm } from '../../domain/mail/smtp-form.tsx'
import { TestMail } from '../../domain/mail/test-mail.tsx'
import { Outcome } from '../../domain/messages/use-outcome.ts'
import { companyApi } from '../../domain/online/company-api.ts'
import { LoadedView } from '../../domain/online/loaded-view.tsx'
import { useLoad } from '../../domain/online/use-load.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { ownCompanyText as text } from '../../text/own-company.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'

const PATH = '/entreprise/smtp'
const Sent = Type.Object({ message_id: Type.String() })

/** /manager/courrier: the server that sends the company's mails, for a director of all agencies. */
export function CourrierScreen() {
  const { account } = useSession()
  const allowed = directsCompany(useStaff())
  const loaded = useLoad(PATH, (signal) => companyApi.one(PATH, SmtpAnswer, signal))
  const back = paths.parametres.href()
  if (allowed && loaded.state === 'ready') {
    return (
      <SmtpForm
        smtp={loaded.data}
        back={back}
        save={(body) => companyApi.write('PUT', PATH, { data: SmtpAnswer, body })}
        forget={() => companyApi.remove(PATH)}
        test={
          <TestMail
            to={account.personnel.MAIL ?? ''}
            send={async (MAIL) =>
              (await companyApi.write('POST', `${PATH}/test`, { data: Sent, body: { MAIL } })).message_id
            }
            ask={(id, signal) => companyApi.one(`${PATH}/test/${encodeURIComponent(id)}`, Outcome, signal)}
          />
        }
      />
    )
  }
  return (
    <>
      <PageHeader title={text.mail.title} back={back} />
      {allowed ? <LoadedView loaded={loaded}>{() => null}</LoadedView> : <EmptyState text={text.notAll} />}
    </>
  )
}
