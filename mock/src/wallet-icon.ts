/** The mock wallet's icon: a white M on violet, an SVG image as a data URI. */
export const WALLET_ICON = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#6d4aff"/><path d="M16 46V18l16 16 16-16v28" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)}`;
