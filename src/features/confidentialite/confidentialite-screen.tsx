import { Anchor, List, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCompany } from '../../data/session/session.tsx'
import { CompanyMark } from '../../domain/company/company-mark.tsx'
import { appText } from '../../text/app.ts'
import { confidentialiteText } from '../../text/confidentialite.ts'
import { paths } from '../../ui/navigation/paths.ts'
import styles from './confidentialite-screen.module.css'

/** Privacy rules and legal notice, open to everybody (TEN-08). */
export function ConfidentialiteScreen() {
  const company = useCompany()
  const text = confidentialiteText(company?.NOM ?? confidentialiteText.defaultCompany)
  useEffect(() => {
    document.title = `${text.title} · ${company?.NOM ?? appText.name}`
  }, [text.title, company])
  return (
    <main className={styles.page}>
      <div className={styles.brand}>
        <CompanyMark company={company} size={36} />
        <Text fw={600}>{company?.NOM ?? appText.name}</Text>
      </div>
      <Title order={1}>{text.title}</Title>
      <Text c="dimmed" mt="xs" mb="lg">
        {text.intro}
      </Text>
      <Stack gap="lg">
        {text.sections.map((section) => (
          <section key={section.title}>
            <Title order={2} size="h3" mb={6}>
              {section.title}
            </Title>
            {section.text !== undefined && <Text>{section.text}</Text>}
            {section.points !== undefined && (
              <List spacing={6} mt={4}>
                {section.points.map((point) => (
                  <List.Item key={point}>{point}</List.Item>
                ))}
              </List>
            )}
          </section>
        ))}
      </Stack>
      <Anchor component={Link} to={paths.root.href()} mt="xl" display="inline-block" className={styles.home ?? ''}>
        {text.home}
      </Anchor>
    </main>
  )
}
