import { Switch, useMantineColorScheme } from '@mantine/core'
import { Me } from '../../../schemas/space/cards.ts'
import { fullName } from '../../data/session/client-session.ts'
import { spaceText } from '../../text/space.ts'
import { formatPhone } from '../../ui/format/format.ts'
import { useIsDark } from '../../ui/hooks/use-is-dark.ts'
import { AgencyPanel, RepCard } from './contact-cards.tsx'
import { addressLine } from './people.ts'
import { Shown } from './shown.tsx'
import styles from './space.module.css'
import { Section, SpacePage } from './space-page.tsx'
import { useSeen } from './use-seen.ts'

const text = spaceText.me

const phoneOf = (phone: string | null): string | null => (phone ? formatPhone(phone) : null)

const factsOf = (me: Me): readonly (readonly [label: string, value: string | null])[] => [
  [text.name, fullName(me)],
  [text.mobile, phoneOf(me.PORTABLE)],
  [text.phone, phoneOf(me.TELEPHONE)],
  [text.mail, me.MAIL],
  [text.address, addressLine(me.adresse)],
]

/** The dark switch is the device's (TEN-03). */
function DarkSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useIsDark()
  return (
    <Switch
      label={text.dark}
      checked={isDark}
      onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
    />
  )
}

/** `/space/moi`: the customer's data at the company, and their contacts there. */
export function SpaceMeScreen() {
  const me = useSeen('/space/client', Me)
  return (
    <SpacePage title={text.title}>
      <Shown reading={me}>
        {(data) => (
          <>
            <div className={styles.card}>
              <dl className={styles.facts}>
                {factsOf(data).map(([label, value]) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value ?? text.none}</dd>
                  </div>
                ))}
              </dl>
              <p className={styles.muted}>{text.wrong}</p>
            </div>
            <Section title={spaceText.homePage.contacts}>
              {data.commercial ? <RepCard person={data.commercial} /> : null}
              {data.agence ? <AgencyPanel agency={data.agence} /> : null}
            </Section>
          </>
        )}
      </Shown>
      <Section title={text.display}>
        <DarkSwitch />
      </Section>
    </SpacePage>
  )
}
