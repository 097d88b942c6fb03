import theme from 'vitepress/theme-without-fonts';
import '../../../../mock/src/screens/tokens.css';
import './style.css';

export default theme;
