import react from '@vitejs/plugin-react';

// wallet-adapter with React is larger than the 500 kB of which Vite warns.
export default { plugins: [react()], build: { chunkSizeWarningLimit: 1_000 } };
