import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const brand: MantineColorsTuple = [
  '#edf2fd',
  '#d8e3f9',
  '#b0c6f3',
  '#85a7ed',
  '#618de8',
  '#4a7ce5',
  '#3a6fdf',
  '#2f5fd0',
  '#2552b6',
  '#1c4498',
]

/** From text to the deepest shadow, of the blue of the surfaces. */
const dark: MantineColorsTuple = [
  '#e3e6eb',
  '#c3cad4',
  '#9ba5b4',
  '#6b7686',
  '#343b46',
  '#2a3039',
  '#1f242c',
  '#171b21',
  '#12151a',
  '#0d1013',
]

export const theme = createTheme({
  colors: { brand, dark },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 7 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '20px' }, h2: { fontSize: '16px' }, h3: { fontSize: '14px' } },
  },
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // The header of a dialog is no banner of the page.
  components: {
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
  },
})

/** Colours of our own, and those of Mantine whose contrast is too low for small text. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f5f6f8',
    '--mantine-color-text': '#171a21',
    '--mantine-color-dimmed': '#565f6d',
    '--mantine-color-anchor': '#2552b6',
    '--mantine-color-error': '#b42318',
    '--mantine-color-placeholder': '#666f7d',
    '--mantine-color-default-border': '#d6dae1',
    '--surface': '#ffffff',
    '--surface-sunken': '#eef0f3',
    '--line': '#e1e4ea',
    '--up': '#0a6e45',
    '--down': '#b42318',
    '--warn': '#8a5200',
    '--ok-bar': '#3a6fdf',
    '--warn-bar': '#d98a0b',
    '--danger-bar': '#d13a2f',
  },
  dark: {
    '--mantine-color-body': '#0f1216',
    '--mantine-color-text': '#e3e6eb',
    '--mantine-color-dimmed': '#9ba5b4',
    '--mantine-color-anchor': '#85a7ed',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-placeholder': '#8b95a4',
    '--mantine-color-default-border': '#343b46',
    '--surface': '#171b21',
    '--surface-sunken': '#1f242c',
    '--line': '#282e37',
    '--up': '#53c795',
    '--down': '#ff8078',
    '--warn': '#e9b15a',
    '--ok-bar': '#618de8',
    '--warn-bar': '#e0a03a',
    '--danger-bar': '#ef5f55',
  },
})
