export default function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        <title>Next.js</title>
        {/* The mock wallet's line */}
      </head>
      <body>{children}</body>
    </html>
  );
}
