import * as Type from 'typebox'
import { directsCompany } from '../../../schemas/rules/direction.ts'
import { useSession } from '../../data/session/session.tsx'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { SmtpAnswer } from '../../domain/mail/smtp.ts'
import { SmtpForm } from '../../domain/mail/smtp-form.tsx'
import { TestMail } from '../../domain/mail/test-mail.tsx'
import { Outcome } from '../../domain/messages/use-outcome.ts'
import { companyApi } from '../../domain/online/company-api.ts'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { useReading } from '../../domain/online/use-reading.ts'
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
  const { online } = useSync().status
  const reading = useReading(online && allowed, (signal) => companyApi.one(PATH, SmtpAnswer, signal))
  const back = paths.parametres.href()
  if (allowed && reading.known !== null) {
    return (
      <SmtpForm
        smtp={reading.known}
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
      {allowed ? <ReadingTrouble reading={reading} words={text.reading} card /> : <EmptyState text={text.notAll} />}
    </>
  )
}
