import { openFirefox } from './support/firefox.ts'
import { tellCoreJourney } from './support/journey.ts'

tellCoreJourney({ open: openFirefox })
