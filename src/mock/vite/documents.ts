import { MOUNT } from './paths.js';

/** The approval page; its script makes everything in it. */
export const APPROVAL_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Mock wallet</title>
<script type="module">import { showApprovals } from '${MOUNT}/assets/mock/approval-page.js'; showApprovals();</script>
</head>
<body></body>
</html>
`;
