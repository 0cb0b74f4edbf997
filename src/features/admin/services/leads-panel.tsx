import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { Company } from '../../../domain/company/company-entity.ts'
import { ActionButton } from '../../../domain/online/action-button.tsx'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { servicesText } from '../../../text/admin/services.ts'
import { notices } from '../../../ui/notices/notices.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { adminApi } from '../online/admin-api.ts'
import { at } from '../overview/instants.ts'
import { LeadKey, LeadTested } from './answers.ts'
import { CodeToPaste, ShownOnce } from './copied-code.tsx'
import { RemoveButton } from './service-form.tsx'
import styles from './services.module.css'
import { companyOrigin, leadCode } from './website-code.ts'

const { leads: text } = servicesText
const PATH = '/admin/leads/key'

/** The key of a company's website, the code that sends a contact with it, and a test. */
export function LeadsPanel({ company: { id, key: companyKey, NOM } }: { company: Company }) {
  const query = { company_id: id }
  const loaded = useLoad(`leads ${id}`, (signal) => adminApi.one(PATH, LeadKey, { query, signal }))
  const [made, setMade] = useState<string | null>(null)
  const [tested, setTested] = useState<string | null>(null)
  const make = async (exists: boolean): Promise<void> => {
    if (exists && !(await notices.confirm({ message: text.confirmRenew }))) return
    setMade((await adminApi.write('POST', PATH, { data: LeadKey, query })).key)
    setTested(null)
    loaded.reload()
  }
  const test = async (): Promise<void> => {
    setTested(null)
    await adminApi.write('POST', '/admin/leads/test', { data: LeadTested, query })
    setTested(text.tested)
    loaded.reload()
  }
  const remove = async (): Promise<void> => {
    if (!(await notices.confirm({ message: text.confirmRemove(NOM) }))) return
    await adminApi.remove(PATH, query)
    setMade(null)
    notices.success(text.removed)
    loaded.reload()
  }
  return (
    <Panel title={text.title}>
      <p className={styles.note}>{text.intro}</p>
      <LoadedView loaded={loaded}>
        {({ created_at, received_at, tested_at }) => (
          <>
            <p className={styles.note}>
              {created_at === null
                ? text.none
                : [
                    text.since(at(created_at)),
                    text.lastLead(received_at && at(received_at)),
                    text.lastTest(tested_at && at(tested_at)),
                  ].join(' ')}
            </p>
            {made === null ? null : <ShownOnce label={text.key} hint={text.once} value={made} />}
            <div className={styles.actions}>
              <ActionButton
                label={created_at === null ? text.create : text.renew}
                run={() => make(created_at !== null)}
                size="md"
              />
              {created_at === null ? null : (
                <>
                  <ActionButton
                    label={text.test}
                    of={text.title}
                    run={test}
                    size="md"
                    leftSection={<IconSend size={18} />}
                  />
                  <RemoveButton of={text.key} run={remove} />
                </>
              )}
            </div>
            <p role="status">{tested}</p>
            <CodeToPaste
              of={text.title}
              hint={text.codeHint}
              code={leadCode({ origin: companyOrigin(window.location.origin, companyKey), key: companyKey })}
            />
          </>
        )}
      </LoadedView>
    </Panel>
  )
}
