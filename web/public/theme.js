// Before the first paint: the scheme chosen in the dashboard (src/lib/theme.ts).
try {
  const theme = JSON.parse(localStorage.getItem('theme'))
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
